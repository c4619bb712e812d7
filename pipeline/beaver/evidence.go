package beaver

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// runRecord is what a run leaves behind as facts (V-1): nothing in it judges, scores or gates.
type runRecord struct {
	ID      string       `json:"id"`
	Node    string       `json:"node,omitempty"` // of a team's run
	Status  string       `json:"status"`         // done, failed or skipped
	Request string       `json:"request"`
	Answer  string       `json:"answer"`
	Skills  []string     `json:"skills"`  // active, those pinned to a node too
	Offered []string     `json:"offered"` // tools
	Tools   []toolRecord `json:"tools"`   // calls, in order

	from    pipeline.TextSource // of the Answer
	planned pipeline.TextSource // of the Node
}

// toolRecord is one tool call with what came of it.
type toolRecord struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
	Content   string `json:"content"`
	Failed    bool   `json:"failed,omitempty"`

	asked pipeline.TextSource // of name and arguments
	from  pipeline.TextSource // of the content, behind the words of an error
}

const toolExcerpt = 200 // code points

// packet is the evidence of an attempt, or of a Task that the user has accepted (V-2, V-3).
type packet struct {
	Goal    string `json:"task_goal"`
	Attempt int    `json:"attempt"` // index of the last one
	// of the attempt or of all of them; those of a team before the main one
	Runs          []runRecord    `json:"runs"`
	FinalOutput   string         `json:"final_output"`
	FinalAccepted string         `json:"final_accepted_run_id,omitempty"` // of accepted evidence alone
	Metadata      packetMetadata `json:"metadata"`
}

type packetMetadata struct {
	ToolNames []string `json:"tool_names"` // called, each once, in the order of first use
}

// newPacket is the evidence of some runs of a Task.
func newPacket(k *task, runs []runRecord) packet {
	p := packet{Goal: k.Goal, Attempt: k.made(), Runs: append([]runRecord{}, runs...),
		Metadata: packetMetadata{ToolNames: []string{}}}
	for _, r := range runs {
		if r.Node == "" {
			p.FinalOutput = r.Answer
		}
		for _, c := range r.Tools {
			if slices.Contains(r.Offered, c.Name) { // a refused call names no tool
				p.Metadata.ToolNames = appendNew(p.Metadata.ToolNames, c.Name)
			}
		}
	}
	return p
}

// acceptedEvidence holds all runs of the Task, and marks the one that the user has accepted: the last main run (V-3).
func (k *task) acceptedEvidence() packet {
	p := newPacket(k, k.runs)
	for _, r := range slices.Backward(p.Runs) {
		if r.Node == "" {
			p.FinalAccepted = r.ID
			break
		}
	}
	return p
}

// evidenceData is what evidence.tmpl shows.
type evidenceData struct {
	Runs []runData
}

// runData is what a prompt shows of a run.
type runData struct {
	ID     string
	Node   pipeline.Pieces
	Status string
	Tools  []toolData
}

// toolData is what a prompt shows of a tool call. Excerpt is the beginning of the result, in one line.
type toolData struct {
	Name, Arguments, Excerpt pipeline.Pieces
	Failed                   bool
}

// excerpt is the beginning of what the tool said, in one line.
func (c toolRecord) excerpt() pipeline.Pieces {
	text := firstRunes(oneLine(c.Content), toolExcerpt)
	if said, ok := strings.CutPrefix(text, toolErrorPrefix); ok && c.Failed {
		return pipeline.JoinPieces(code.Of(toolErrorPrefix), c.from.Of(said))
	}
	return c.from.Of(text)
}

func shownRuns(runs []runRecord) []runData {
	var all []runData
	for _, r := range runs {
		shown := runData{ID: r.ID, Node: r.planned.Of(r.Node), Status: r.Status}
		for _, c := range r.Tools {
			shown.Tools = append(shown.Tools, toolData{
				Name: c.asked.Of(c.Name), Arguments: c.asked.Of(c.Arguments),
				Excerpt: c.excerpt(), Failed: c.Failed,
			})
		}
		all = append(all, shown)
	}
	return all
}

// renderEvidence is the evidence of some runs as text.
func (t *turn) renderEvidence(runs []runRecord) (pipeline.Pieces, error) {
	text, err := content(t.prompts.evidence, evidenceData{Runs: shownRuns(runs)})
	return trimmed(text), err
}
