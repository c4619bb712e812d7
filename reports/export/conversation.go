package export

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// The formats that hold conversations of a run as data.
const (
	FormatOpenAIChat = "openai-chat" // JSONL, a conversation a line, as `import --format openai-chat` reads it
	FormatHFMessages = "hf-messages" // Parquet, a conversation a row
	FormatSFT        = "sft"         // JSONL, a turn a line, with the conversation up to its end
)

// ConversationFormats returns the formats that WriteConversations knows.
func ConversationFormats() []string { return []string{FormatOpenAIChat, FormatHFMessages, FormatSFT} }

// Exported counts what an export of conversations holds and leaves out.
type Exported struct {
	Records    int // conversations, or turns
	Silent     int // turns without words of the user, or without a reply
	Unexpected int // sft: turns that nothing was expected of
	Failed     int // sft: turns of which an expectation does not hold, or that follow one
	Doubled    int // sft: turns whose messages are in another record
}

// WriteConversations writes the conversations of a run's folder: what the user said, the tools that were called, and
// what was replied. The prompts are the system's own and not part of them. Secrets are masked as in the folder.
func WriteConversations(ctx context.Context, w io.Writer, folder, run, format string) (Exported, error) {
	buffered := bufio.NewWriter(w)
	e := &exporter{run: run, met: map[[sha256.Size]byte]bool{}}
	var end func() error
	switch format {
	case FormatOpenAIChat, FormatSFT:
		lines := printable.NewJSONEncoder(buffered)
		e.put = func(r any) error { return lines.Encode(r) }
		end = buffered.Flush
	case FormatHFMessages:
		table := parquet.NewGenericWriter[chatRow](buffered)
		e.put = func(r any) error {
			_, err := table.Write([]chatRow{r.(chatLine).row()})
			return err
		}
		end = func() error {
			if err := table.Close(); err != nil {
				return err
			}
			return buffered.Flush()
		}
	default:
		return Exported{}, fmt.Errorf("there is no format %q; there are: %s", format,
			strings.Join(ConversationFormats(), ", "))
	}
	err := rows.Read(ctx, folder, rows.With{Scores: true}, func(c *rows.Case) error {
		if c.Twin {
			return nil
		}
		whole, err := rows.ReadCase(ctx, folder, c.Suite, c.Case, c.Sample)
		if err != nil || whole == nil {
			return err
		}
		whole.Result.Scores = c.Scores
		if format == FormatSFT {
			return e.turns(whole.Result)
		}
		return e.conversation(whole.Result)
	})
	if err != nil {
		return e.Exported, err
	}
	return e.Exported, end()
}

// exporter writes the conversations of a run.
type exporter struct {
	Exported
	run string
	put func(record any) error
	met map[[sha256.Size]byte]bool // digests of messages
}

// chatMessage is a message in the form of OpenAI's chat API.
type chatMessage struct {
	Role       string     `json:"role" parquet:"role"`
	Content    string     `json:"content" parquet:"content"`
	ToolCalls  []chatCall `json:"tool_calls,omitempty" parquet:"tool_calls,list"`
	ToolCallID string     `json:"tool_call_id,omitempty" parquet:"tool_call_id"`
}

type chatCall struct {
	ID       string       `json:"id" parquet:"id"`
	Type     string       `json:"type" parquet:"type"`
	Function chatFunction `json:"function" parquet:"function"`
}

type chatFunction struct {
	Name      string `json:"name" parquet:"name"`
	Arguments string `json:"arguments" parquet:"arguments"`
}

type chatTool struct {
	Type     string           `json:"type"`
	Function chatToolFunction `json:"function"`
}

type chatToolFunction struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
}

// chatLine is a conversation.
type chatLine struct {
	ID       string        `json:"id"`
	Model    string        `json:"model,omitempty"`
	Source   string        `json:"source"` // the run
	Messages []chatMessage `json:"messages"`
	Tools    []chatTool    `json:"tools,omitempty"` // that were called
}

// chatRow is a conversation in Parquet; tool calls are in it as data sets of Hugging Face have them.
type chatRow struct {
	ID       string        `parquet:"id"`
	Model    string        `parquet:"model"`
	Source   string        `parquet:"source"`
	Messages []chatMessage `parquet:"messages,list"`
}

func (l chatLine) row() chatRow { return chatRow{l.ID, l.Model, l.Source, l.Messages} }

// sftLine is a turn to learn from: the conversation up to its end.
type sftLine struct {
	Messages []chatMessage `json:"messages"`
	Tools    []chatTool    `json:"tools,omitempty"`
	Split    string        `json:"split"` // train, validation or test
	Group    string        `json:"group"` // all of whose turns are in the same split
	From     sftFrom       `json:"from"`
}

// sftFrom says where a turn is from.
type sftFrom struct {
	Run     string   `json:"run"`
	Suite   string   `json:"suite"`
	Case    string   `json:"case"`
	Sample  int      `json:"sample,omitempty"`
	Turn    string   `json:"turn"`
	Models  []string `json:"models"`  // of the turn's answers, sorted; empty: none is known
	Answers []string `json:"answers"` // scripted, recorded, imported, …: all of the turn's, sorted
}

// conversation writes the conversation of a case.
func (e *exporter) conversation(r *result.Result) error {
	var all []chatMessage
	var models []string
	for _, t := range Turns(r) {
		said := e.said(t, len(all))
		if said == nil {
			e.Silent++
			continue
		}
		all = append(all, said...)
		of, _ := answersOf(r, t.Place)
		models = append(models, of...)
	}
	if all == nil {
		return nil
	}
	e.Records++
	slices.Sort(models)
	line := chatLine{ID: nameOf(r), Source: e.run, Messages: all, Tools: toolsOf(r, all)}
	if models = slices.Compact(models); len(models) > 0 {
		line.Model = strings.Join(models, ", ")
	}
	return e.put(line)
}

// nameOf returns the name of a case's run.
func nameOf(r *result.Result) string {
	name := r.Suite + "/" + r.Case
	if r.Sample > 0 {
		name += fmt.Sprintf("#%d", r.Sample+1)
	}
	return name
}

// turns writes the turns of a case that hold.
func (e *exporter) turns(r *result.Result) error {
	var all []chatMessage
	failed := r.Status == result.StatusError
	for _, t := range Turns(r) {
		said := e.said(t, len(all))
		if said == nil {
			e.Silent++
			continue
		}
		all = append(all, said...)
		expected, holds := verdict(r, t.Place)
		failed = failed || !holds
		switch {
		case failed:
			e.Failed++
			continue
		case !expected:
			e.Unexpected++
			continue
		}
		tools := toolsOf(r, all)
		content, err := json.Marshal(all)
		if err != nil {
			return err
		}
		if digest := sha256.Sum256(content); e.met[digest] {
			e.Doubled++
			continue
		} else {
			e.met[digest] = true
		}
		group := r.Group
		if group == "" {
			group = r.Case // in every suite
		}
		models, sources := answersOf(r, t.Place)
		e.Records++
		err = e.put(sftLine{
			Messages: slices.Clone(all), Tools: tools, Split: splitOf(group), Group: group,
			From: sftFrom{Run: e.run, Suite: r.Suite, Case: r.Case, Sample: r.Sample, Turn: t.Place, Models: models,
				Answers: sources},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// verdict reports whether anything is expected of a turn, by expectations or labels, and whether all of it holds.
func verdict(r *result.Result, place string) (expected, holds bool) {
	holds = true
	for i := range r.Scores {
		if s := &r.Scores[i]; s.Turn == place && s.Expected {
			expected, holds = true, holds && s.Holds
		}
	}
	return expected, holds
}

// Shares of the groups, in percent; the rest is to test with.
const (
	trainShare      = 80
	validationShare = 10
)

// splitOf returns the split of a group: a hash of its name decides, whatever else is exported.
func splitOf(group string) string {
	sum := sha256.Sum256([]byte(group))
	switch n := binary.BigEndian.Uint64(sum[:]) % 100; {
	case n < trainShare:
		return "train"
	case n < trainShare+validationShare:
		return "validation"
	}
	return "test"
}

// said returns the messages of a turn, behind others; nil: the user says nothing in it, or nobody replies.
func (e *exporter) said(t Turn, before int) []chatMessage {
	var replies []string
	for _, r := range t.Replies {
		if r.To == "" && strings.TrimSpace(r.Text) != "" {
			replies = append(replies, r.Text)
		}
	}
	if t.Kind != pipeline.UserMessage || t.Text == "" || replies == nil {
		return nil
	}
	all := []chatMessage{{Role: pipeline.RoleUser, Content: t.Text}}
	for i, tool := range t.Tools {
		id := fmt.Sprintf("call-%d-%d", before, i+1)
		call := chatCall{ID: id, Type: "function", Function: chatFunction{tool.Name, tool.Arguments}}
		all = append(all, chatMessage{Role: pipeline.RoleAssistant, ToolCalls: []chatCall{call}},
			chatMessage{Role: pipeline.RoleTool, Content: tool.Result, ToolCallID: id})
	}
	return append(all, chatMessage{Role: pipeline.RoleAssistant, Content: strings.Join(replies, "\n\n")})
}

// answersOf returns the models that answered in a turn, and the kinds of their answers; sorted.
func answersOf(r *result.Result, place string) (models, sources []string) {
	models, sources = []string{}, []string{}
	for _, c := range r.Trace.Calls() {
		if !isBelow(c.Path, place) {
			continue
		}
		if c.Origin.Model != "" {
			models = append(models, c.Origin.Model)
		}
		if c.Origin.Source != "" {
			sources = append(sources, string(c.Origin.Source))
		}
	}
	slices.Sort(models)
	slices.Sort(sources)
	return slices.Compact(models), slices.Compact(sources)
}

// toolsOf returns the tools that messages call, as the requests offer them.
func toolsOf(r *result.Result, messages []chatMessage) []chatTool {
	var names []string
	for _, m := range messages {
		for _, c := range m.ToolCalls {
			names = append(names, c.Function.Name)
		}
	}
	var tools []chatTool
	for _, c := range r.Trace.Calls() {
		for _, t := range c.Request.Tools {
			known := slices.ContainsFunc(tools, func(other chatTool) bool { return other.Function.Name == t.Name })
			if !known && slices.Contains(names, t.Name) {
				tools = append(tools, chatTool{"function", chatToolFunction{t.Name, t.Description, t.Parameters}})
			}
		}
	}
	return tools
}
