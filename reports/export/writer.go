// A trace file records what happened in cases, as lines of JSON.

package export

import (
	"bufio"
	"encoding/json"
	"io"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Writer writes traces as JSONL, a line for everything that happened, in the order of the tree of places.
// docs/trace.md documents the lines.
type Writer struct {
	w   *bufio.Writer
	enc *json.Encoder
}

// NewWriter writes to w; Flush ends it.
func NewWriter(w io.Writer) *Writer {
	t := &Writer{w: bufio.NewWriter(w)}
	t.enc = printable.NewJSONEncoder(t.w)
	return t
}

// Flush writes what is still in memory.
func (t *Writer) Flush() error { return t.w.Flush() }

type line struct {
	Kind       string              `json:"kind"` // call, tool, decided, fallback, rejected, event, outcome or case
	Suite      string              `json:"suite"`
	Case       string              `json:"case"`
	Path       string              `json:"path,omitempty"`
	Stage      string              `json:"stage,omitempty"`
	Try        int                 `json:"try,omitempty"`
	At         string              `json:"at,omitempty"`
	Depth      int                 `json:"depth,omitempty"`
	Model      string              `json:"model,omitempty"`
	Messages   []messageLine       `json:"messages,omitempty"`
	Tools      []toolLine          `json:"tools,omitempty"`
	Format     json.RawMessage     `json:"format,omitempty"`
	Parameters json.RawMessage     `json:"parameters,omitempty"`
	Options    *pipeline.Options   `json:"options,omitempty"`
	Response   *responseLine       `json:"response,omitempty"`
	Failure    *failureLine        `json:"failure,omitempty"`
	Source     pipeline.Source     `json:"source,omitempty"`
	Match      pipeline.Match      `json:"match,omitempty"`
	From       string              `json:"from,omitempty"`
	Marks      []string            `json:"marks,omitempty"`
	Tokens     *trace.Tokens       `json:"tokens,omitempty"`
	Decision   json.RawMessage     `json:"decision,omitempty"`
	Decides    pipeline.Decides    `json:"decides,omitempty"`
	Fallbacks  []pipeline.Fallback `json:"fallbacks,omitempty"`
	Tool       *toolUseLine        `json:"tool,omitempty"`
	Event      string              `json:"event,omitempty"`
	Value      json.RawMessage     `json:"value,omitempty"`
	Status     string              `json:"status,omitempty"`
	Replies    []pipeline.Reply    `json:"replies,omitempty"`
	State      any                 `json:"state,omitempty"`
	Errors     []string            `json:"errors,omitempty"`
	Failures   []string            `json:"failures,omitempty"`
}

type messageLine struct {
	Role       string              `json:"role"`
	Sections   []sectionLine       `json:"sections"`
	ToolCalls  []pipeline.ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string              `json:"tool_call_id,omitempty"`
	Name       string              `json:"name,omitempty"`
	Fields     json.RawMessage     `json:"fields,omitempty"`
}

type sectionLine struct {
	Name    string       `json:"name"`
	Text    string       `json:"text"`
	Sources []sourceLine `json:"sources,omitempty"`
}

// sourceLine is a source of a section's text, with its number of bytes.
type sourceLine struct {
	Kind   pipeline.TextKind `json:"kind"`
	Name   string            `json:"name,omitempty"`
	Define string            `json:"define,omitempty"`
	Bytes  int               `json:"bytes"`
}

func sectionsOf(m pipeline.Message) []sectionLine {
	lines := make([]sectionLine, len(m.Sections))
	for i, s := range m.Sections {
		lines[i] = sectionLine{Name: s.Name, Text: s.Text}
		for _, from := range s.Pieces().AppendSizes(nil) {
			source := sourceLine{from.Source.Kind, from.Source.Name, from.Source.Define, from.Bytes}
			lines[i].Sources = append(lines[i].Sources, source)
		}
	}
	return lines
}

type toolLine struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
}

type responseLine struct {
	Content   string              `json:"content"`
	ToolCalls []pipeline.ToolCall `json:"tool_calls,omitempty"`
	Reasoning string              `json:"reasoning,omitempty"`
	Finish    string              `json:"finish,omitempty"`
	Usage     *pipeline.Usage     `json:"usage,omitempty"`
}

type failureLine struct {
	Reason pipeline.Reason `json:"reason"`
	Detail string          `json:"detail,omitempty"`
}

func failureOf(f *pipeline.Failure) *failureLine {
	line := &failureLine{Reason: f.Reason}
	if f.Err != nil {
		line.Detail = f.Err.Error()
	}
	return line
}

type toolUseLine struct {
	ID        string              `json:"id"`
	Arguments string              `json:"arguments"`
	Content   string              `json:"content"`
	Failed    bool                `json:"failed,omitempty"`
	From      pipeline.ToolSource `json:"from"`
	Said      *saidLine           `json:"said,omitempty"`
}

// saidLine is the model's own tool call, if the system has changed it.
type saidLine struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

func toolUseOf(u *pipeline.ToolUse) *toolUseLine {
	line := &toolUseLine{
		ID: u.Call.ID, Arguments: u.Call.Arguments,
		Content: u.Result.Content, Failed: u.Result.Failed, From: u.Result.From,
	}
	if u.Said != nil {
		line.Said = &saidLine{u.Said.Name, u.Said.Arguments}
	}
	return line
}

// Write writes one case: its steps, the outcomes of its turns, and how it ended.
func (t *Writer) Write(r *result.Result) error {
	if r.Trace == nil {
		return nil
	}
	for _, s := range r.Trace.Steps {
		if s.Attached {
			continue
		}
		if err := t.enc.Encode(stepLine(r, s)); err != nil {
			return err
		}
	}
	for _, o := range r.Trace.Outcomes {
		l := line{
			Kind: "outcome", Suite: r.Suite, Case: r.Case, Path: o.Place,
			Status: o.Status, Replies: o.Replies, State: o.State,
		}
		if err := t.enc.Encode(l); err != nil {
			return err
		}
	}
	last := line{Kind: "case", Suite: r.Suite, Case: r.Case, Status: string(r.Status), Failures: r.Failures}
	for _, err := range r.Errors {
		last.Errors = append(last.Errors, err.Error())
	}
	return t.enc.Encode(last)
}

func stepLine(r *result.Result, s trace.Step) line {
	l := line{
		Kind: string(s.Kind), Suite: r.Suite, Case: r.Case, Path: s.Path, Stage: s.Stage,
		At: s.At.UTC().Format(time.RFC3339Nano), Depth: s.Depth, Value: s.Value,
	}
	switch {
	case s.Call != nil:
		callLine(&l, s)
	case s.Tool != nil:
		l.Tool = toolUseOf(s.Tool)
	case s.Kind == pipeline.EntryRejected:
		l.Failure = failureOf(s.Failure)
	case s.Fallback != nil:
		l.Fallbacks = []pipeline.Fallback{*s.Fallback}
	case s.Kind == pipeline.EntryEvent:
		l.Event, l.Stage = s.Stage, ""
	case s.Kind == pipeline.EntryDecided:
		l.Decision, l.Value, l.Decides = s.Value, nil, s.Decides
	}
	return l
}

func callLine(l *line, s trace.Step) {
	c := s.Call
	l.Try, l.Model, l.Format, l.Options = s.Try, c.Request.Model, c.Request.Format, &c.Request.Options
	l.Parameters = c.Request.Parameters
	for _, m := range c.Request.Messages {
		l.Messages = append(l.Messages, messageLine{m.Role, sectionsOf(m), m.ToolCalls, m.ToolCallID, m.Name,
			m.Fields})
	}
	for _, t := range c.Request.Tools {
		l.Tools = append(l.Tools, toolLine(t))
	}
	switch {
	case c.Failure != nil:
		l.Failure = failureOf(c.Failure)
	case !c.Missed:
		a := &c.Response
		l.Response = &responseLine{Content: a.Content, ToolCalls: a.ToolCalls, Reasoning: a.Reasoning, Finish: a.Finish}
		if a.Usage != (pipeline.Usage{}) {
			l.Response.Usage = &a.Usage
		}
	}
	l.Source, l.Match, l.From, l.Marks, l.Tokens = c.Origin.Source, c.Origin.Match, c.Origin.From, c.Marks, &c.Tokens
	l.Decision, l.Fallbacks = c.Decision, c.Fallbacks
}
