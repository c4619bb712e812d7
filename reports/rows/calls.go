package rows

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites"
)

// call is the row of a step that is a call. Its texts are kept by the way.
func (w *Writer) call(suite, id string, s suites.Step) (callRow, error) {
	c := s.Call
	turn, _, _ := strings.Cut(c.Path, "/")
	place := above(c.Path)
	row := callRow{
		Suite: suite, Case: id, Path: c.Path, Place: place, Turn: turn, Stage: c.Stage,
		Try: int32(s.Try), Depth: int32(s.Depth), At: micros(s.At), Operation: "chat",
		Source: string(c.Origin.Source), Match: string(c.Origin.Match), From: c.Origin.From, Carried: c.Origin.Carried,
		ResponseModel: c.Origin.Model, Missed: c.Missed,
		TokensPrompt: int64(c.Tokens.Prompt), TokensOutput: int64(c.Tokens.Output), TokensEstimated: int64(c.Tokens.Estimated),
		EstimatePrompt: int64(c.Estimates.Prompt), EstimateOutput: int64(c.Estimates.Output),
		Decision: rawText(c.Decision), Fallbacks: fallbacksOf(c.Path, c.Fallbacks), Marks: c.Marks,
	}
	w.request(&row, c)
	w.response(&row, c)
	return row, w.texts.err
}

func (w *Writer) request(row *callRow, c *suites.Call) {
	req := &c.Request
	row.RequestDigest, row.RequestModel = c.Digest(), req.Model
	row.Messages = make([]messageRow, len(req.Messages))
	for i, m := range req.Messages {
		row.Messages[i] = w.message(m)
	}
	for _, t := range req.Tools {
		row.Tools = append(row.Tools, toolRow{t.Name, w.texts.keep(t.Description), w.texts.keep(string(t.Parameters))})
	}
	if req.Format != nil {
		row.FormatDigest = w.text(string(req.Format))
	}
	o := req.Options
	row.Temperature, row.TopP, row.MinP, row.RepeatPenalty = o.Temperature, o.TopP, o.MinP, o.RepeatPenalty
	row.TopK, row.Seed, row.NumCtx, row.MaxTokens = wide(o.TopK), wide(o.Seed), wide(o.NumCtx), wide(o.NumPredict)
	row.Stop = o.Stop
}

func (w *Writer) message(m pipeline.Message) messageRow {
	row := messageRow{Role: m.Role, Name: m.Name, ToolCallID: m.ToolCallID, ToolCalls: w.toolCalls(m.ToolCalls)}
	row.Sections = make([]sectionRow, len(m.Sections))
	for i, s := range m.Sections {
		row.Sections[i] = sectionRow{s.Name, w.texts.keep(s.Text)}
	}
	return row
}

func (w *Writer) toolCalls(calls []pipeline.ToolCall) []toolCallRow {
	var rows []toolCallRow
	for _, c := range calls {
		rows = append(rows, toolCallRow{c.ID, c.Name, w.texts.keep(c.Arguments)})
	}
	return rows
}

// response fills in what came back: an answer, a failure, or nothing at all.
func (w *Writer) response(row *callRow, c *suites.Call) {
	switch {
	case c.Failure != nil:
		reason, detail := string(c.Failure.Reason), ""
		if c.Failure.Err != nil {
			detail = readable(c.Failure.Err.Error())
		}
		row.Failure, row.FailureDetail = &reason, &detail
	case !c.Missed:
		a := &c.Response
		row.ResponseDigest = w.text(a.Content)
		if a.Reasoning != "" {
			row.ReasoningDigest = w.text(a.Reasoning)
		}
		row.ToolCalls = w.toolCalls(a.ToolCalls)
		if a.Finish != "" {
			row.Finish = []string{a.Finish}
		}
		counted := c.Usage()
		row.InputTokens, row.OutputTokens = known(counted.Prompt), known(counted.Completion)
		row.Duration, row.Takes = known(a.Duration), known(a.Takes)
	}
}

func (w *Writer) text(s string) *string {
	digest := w.texts.keep(s)
	return &digest
}

func fallbacksOf(callPath string, all []pipeline.Fallback) []Fallback {
	var rows []Fallback
	for _, f := range all {
		rows = append(rows, Fallback{callPath, f.Stage, string(f.Reason), int32(f.Tries), readable(f.Detail)})
	}
	return rows
}

// known is a measure of which 0 says that nobody has taken it.
func known[T int | time.Duration](n T) *int64 {
	if n == 0 {
		return nil
	}
	wide := int64(n)
	return &wide
}

func wide(n *int) *int64 {
	if n == nil {
		return nil
	}
	w := int64(*n)
	return &w
}

// micros is a time of the case's clock; the zero time is none.
func micros(t time.Time) *int64 {
	if t.IsZero() {
		return nil
	}
	us := t.UnixMicro()
	return &us
}

func rawText(raw json.RawMessage) *string {
	if raw == nil {
		return nil
	}
	text := string(raw)
	return &text
}
