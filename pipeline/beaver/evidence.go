package beaver

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

const toolExcerpt = 200 // code points

// newPacket returns the evidence of some runs of a Task.
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

// acceptedEvidence has all runs of the Task, and marks the one that the user has accepted: the last main run with an
// answer (V-3). If each has failed, or was before the case, none is marked.
func (k *task) acceptedEvidence() packet {
	p := newPacket(k, k.runs)
	for _, r := range slices.Backward(p.Runs) {
		if r.Node == "" && r.Status == pipeline.StatusDone {
			p.FinalAccepted, p.FinalOutput = r.ID, r.Answer
			break
		}
	}
	return p
}

// excerpt returns the beginning of the tool's output, in one line.
func (c toolRecord) excerpt() pipeline.Pieces {
	text := firstRunes(oneLine(c.Content), toolExcerpt)
	if said, ok := strings.CutPrefix(text, reply.ErrorPrefix); ok && c.Failed {
		return pipeline.JoinPieces(code.Of(reply.ErrorPrefix), c.from.Of(said))
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

// renderEvidence renders the evidence of some runs as text.
func (t *turn) renderEvidence(runs []runRecord) (pipeline.Pieces, error) {
	text, err := content(t.prompts.evidence, evidenceData{Runs: shownRuns(runs)})
	return trimmed(text), err
}
