package rows

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// ReadCase reads everything about one case from the tables of a run's folder, with its texts: requests, answers,
// decisions, inputs and replies. A case that ran several times has several samples, from 0. The steps are the calls,
// the tool calls, then the fallbacks. nil: the run has no such case, or sample.
func ReadCase(ctx context.Context, folder, suite, id string, sample int) (*Case, error) {
	which := Of{suite, id, int32(sample)}
	found, err := rowsOf[caseRow](ctx, folder, "cases", which)
	if len(found) == 0 || err != nil {
		return nil, err
	}
	row := &found[0]
	calls, err := rowsOf[callRow](ctx, folder, "calls", which)
	if err != nil {
		return nil, err
	}
	tools, err := rowsOf[toolUseRow](ctx, folder, "tools", which)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // an older version wrote the run
		return nil, err
	}
	texts := caseTexts{}
	texts.inTurns(row)
	for i := range calls {
		texts.inCall(&calls[i])
	}
	for i := range tools {
		texts.want(tools[i].Arguments, tools[i].Result)
	}
	if err := texts.read(ctx, folder); err != nil {
		return nil, err
	}
	c := row.newCase()
	var steps []trace.Step
	asked := map[string]bool{}
	for i := range calls {
		asked[calls[i].Path] = true
		steps = append(steps, calls[i].step(texts))
	}
	for i := range tools {
		steps = append(steps, tools[i].step(texts))
	}
	c.Trace = row.trace(steps, asked)
	for i := range row.Inputs {
		c.Trace.Inputs = append(c.Trace.Inputs, row.Inputs[i].input(texts))
	}
	for i := range row.Outcomes {
		c.Trace.Outcomes = append(c.Trace.Outcomes, row.Outcomes[i].outcome(texts))
	}
	return c, nil
}

// rowsOf returns the rows of a sample of a case in a table. They are adjacent: other rows are skipped by their names.
func rowsOf[T any](ctx context.Context, folder, table string, which Of) (rows []T, err error) {
	first, n, at := int64(0), 0, int64(0)
	err = eachOf(ctx, folder, table, func(k *Of) bool {
		switch {
		case *k == which:
			if n++; n == 1 {
				first = at
			}
		case n > 0:
			return false
		}
		at++
		return true
	})
	if n == 0 || err != nil {
		return nil, err
	}
	t, err := Open[T](folder, table)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	if err := t.seek(first); err != nil {
		return nil, err
	}
	for range n {
		row, err := t.Next()
		if row == nil || err != nil {
			return nil, errors.Join(err, errors.New(t.Name()+": fewer rows than it says"))
		}
		rows = append(rows, *row)
	}
	return rows, nil
}

// caseTexts holds the texts of a case by digest: first the wanted digests, then their texts.
type caseTexts map[string]string

func (of caseTexts) want(digests ...string) {
	for _, d := range digests {
		of[d] = ""
	}
}

func (of caseTexts) wantAny(digests ...*string) {
	for _, d := range digests {
		if d != nil {
			of[*d] = ""
		}
	}
}

func (of caseTexts) inTurns(row *caseRow) {
	for _, in := range row.Inputs {
		of.want(in.Text)
	}
	for _, o := range row.Outcomes {
		for _, r := range o.Replies {
			of.want(r.Text)
		}
	}
}

func (of caseTexts) inCall(c *callRow) {
	for _, m := range c.Messages {
		for _, s := range m.Sections {
			of.want(s.Digest)
		}
		of.inToolCalls(m.ToolCalls)
	}
	for _, t := range c.Tools {
		of.want(t.Description, t.Schema)
	}
	of.wantAny(c.FormatDigest, c.Parameters, c.ResponseDigest, c.ReasoningDigest)
	of.inToolCalls(c.ToolCalls)
}

func (of caseTexts) inToolCalls(calls []ToolCallRow) {
	for _, c := range calls {
		of.want(c.Arguments)
	}
}

// read reads the wanted texts.
func (of caseTexts) read(ctx context.Context, folder string) error {
	left := len(of)
	return eachOf(ctx, folder, "texts", func(row *textRow) bool {
		if _, wanted := of[row.Digest]; wanted {
			of[row.Digest] = row.Text
			left--
		}
		return left > 0
	})
}

// any returns the text of a digest that may be NULL.
func (of caseTexts) any(digest *string) string {
	if digest == nil {
		return ""
	}
	return of[*digest]
}

func (of caseTexts) toolCalls(rows []ToolCallRow) []pipeline.ToolCall {
	var calls []pipeline.ToolCall
	for _, r := range rows {
		calls = append(calls, pipeline.ToolCall{ID: r.ID, Name: r.Name, Arguments: of[r.Arguments]})
	}
	return calls
}

// step returns the call of the row, except what no row keeps: the sources of its texts, deadlines, and extra fields of
// an application's messages.
func (r *callRow) step(of caseTexts) trace.Step {
	c := &trace.Call{
		Path: r.Path, Stage: r.Stage, Missed: r.Missed, Request: r.requestOf(of), Marks: r.Marks,
		Origin: pipeline.Origin{
			Source: pipeline.Source(r.Source), Match: pipeline.Match(r.Match), From: r.From, Model: r.ResponseModel,
			Carried: r.Carried, ModelDigest: orEmpty(r.ModelDigest), Server: orEmpty(r.ServerVersion),
		},
		Tokens: trace.Tokens{
			Prompt: int(r.TokensPrompt), Output: int(r.TokensOutput), Estimated: int(r.TokensEstimated),
		},
		Estimates: trace.Estimates{Prompt: int(r.EstimatePrompt), Output: int(r.EstimateOutput)},
		Response: pipeline.Response{
			Content: of.any(r.ResponseDigest), Reasoning: of.any(r.ReasoningDigest),
			ToolCalls: of.toolCalls(r.ToolCalls),
		},
		Prefix: r.prefixRow.prefix(),
	}
	if len(r.Finish) > 0 {
		c.Response.Finish = r.Finish[0]
	}
	if r.InputTokens != nil {
		c.Response.Usage.Prompt = int(*r.InputTokens)
	}
	if r.OutputTokens != nil {
		c.Response.Usage.Completion = int(*r.OutputTokens)
	}
	if r.Duration != nil {
		c.Response.Duration = time.Duration(*r.Duration)
	}
	if r.Failure != nil {
		c.Failure = &pipeline.Failure{Reason: pipeline.Reason(*r.Failure)}
		if detail := orEmpty(r.FailureDetail); detail != "" {
			c.Failure.Err = errors.New(detail)
		}
	}
	if r.Decision != nil {
		c.Decision = json.RawMessage(*r.Decision)
	}
	for _, f := range r.Fallbacks {
		c.Fallbacks = append(c.Fallbacks, pipeline.Fallback{
			Stage: f.Stage, Reason: pipeline.Reason(f.Reason), Tries: int(f.Tries), Detail: f.Detail,
		})
	}
	entry := pipeline.Entry{
		Kind: pipeline.EntryCall, Path: r.Path, Stage: r.Stage, Try: int(r.Try), Depth: int(r.Depth), At: timeOf(r.At),
	}
	return trace.Step{Entry: entry, Call: c}
}

func (r *callRow) requestOf(of caseTexts) pipeline.Request {
	req := pipeline.Request{
		Path: r.Path, Stage: r.Stage, Model: r.RequestModel,
		Options: pipeline.Options{
			Temperature: r.Temperature, TopP: r.TopP, MinP: r.MinP, RepeatPenalty: r.RepeatPenalty,
			TopK: narrow(r.TopK), Seed: narrow(r.Seed), NumCtx: narrow(r.NumCtx), NumPredict: narrow(r.MaxTokens),
			Stop: r.Stop,
		},
	}
	for _, m := range r.Messages {
		message := pipeline.Message{Role: m.Role, Name: m.Name, ToolCallID: m.ToolCallID,
			ToolCalls: of.toolCalls(m.ToolCalls)}
		for _, s := range m.Sections {
			message.Sections = append(message.Sections, pipeline.Section{Name: s.Name, Text: of[s.Digest]})
		}
		req.Messages = append(req.Messages, message)
	}
	for _, t := range r.Tools {
		req.Tools = append(req.Tools, pipeline.Tool{Name: t.Name, Description: of[t.Description],
			Parameters: json.RawMessage(of[t.Schema])})
	}
	if r.FormatDigest != nil {
		req.Format = json.RawMessage(of[*r.FormatDigest])
	}
	if r.Parameters != nil {
		req.Parameters = json.RawMessage(of[*r.Parameters])
	}
	return req
}

// step returns the tool call of the row.
func (r *toolUseRow) step(of caseTexts) trace.Step {
	use := &pipeline.ToolUse{
		Call: pipeline.ToolCall{ID: r.ID, Name: r.Name, Arguments: of[r.Arguments]},
		Result: pipeline.ToolResult{Content: of[r.Result], Failed: r.Failed, Late: r.Late,
			From: pipeline.ToolSource(r.Source)},
	}
	entry := pipeline.Entry{
		Kind: pipeline.EntryTool, Path: r.Path, Depth: int(r.Depth), At: timeOf(r.At), Tool: use,
	}
	return trace.Step{Entry: entry}
}
