package page

import (
	"time"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/bill"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// caseOf returns a case as a chunk has it, to which it adds the case's turns, calls and tool calls. rules say what a
// cache keeps of its prompts.
func (t *texts) caseOf(c *rows.Case, r *caseRows, of groupNumbers, rules bill.Rules) *Case {
	page := &Case{Turns: len(r.turns), Calls: len(r.calls), Tools: len(r.tools), Errors: c.ErrorTexts(),
		Failures: c.Failures, Warnings: c.Warnings, Skipped: c.Skipped, Quarantine: c.Quarantine}
	for i := range r.turns {
		t.fail(t.turns.add(t.turn(&r.turns[i])))
	}
	sides := sidesOf{texts: t, groups: of, edits: map[string][]*edit.Part{}}
	for i := range c.Edits {
		p := &c.Edits[i]
		sides.edits[p.Path] = append(sides.edits[p.Path], p)
	}
	changed := map[string]*changeRow{}
	for i := range r.changes {
		changed[r.changes[i].Path] = &r.changes[i]
	}
	rejected, kept := rejectedOf(c), keptOf(c.Trace, rules)
	for i := range r.calls {
		row := &r.calls[i]
		call := t.call(row)
		call.Rejected, call.Kept, call.Status = rejected[row.Path], kept[row.Path], statusOf(&c.Sums)
		if change := changed[row.Path]; change != nil {
			call.Status = change.Status
			call.Unkept, call.Sides = sides.unkept(row.Path), sides.call(row, change)
			delete(changed, row.Path)
		}
		t.fail(t.calls.add(call))
	}
	for i := range r.changes {
		if row := &r.changes[i]; changed[row.Path] != nil {
			page.Calls++
			t.fail(t.calls.add(t.goldenCall(row)))
		}
	}
	for i := range r.tools {
		t.fail(t.tools.add(t.tool(&r.tools[i])))
	}
	for _, event := range eventsOf(r.events) {
		page.Events++
		t.fail(t.events.add(event))
	}
	return page
}

// statusOf returns the status of the calls that do not differ from their goldens; empty: some of them were compared.
func statusOf(n *rows.Sums) string {
	switch {
	case n.NotCompared == 0:
		return string(result.Unchanged)
	case n.Unchanged == 0:
		return string(result.NotCompared)
	}
	return ""
}

// rejectedOf returns the answers that were rejected, by the paths of their calls.
func rejectedOf(c *rows.Case) map[string][]Rejected {
	of := map[string][]Rejected{}
	for i := range c.Trace.Steps {
		if s := &c.Trace.Steps[i]; s.Kind == pipeline.EntryRejected {
			r := Rejected{Stage: s.Stage, Reason: string(s.Failure.Reason)}
			if s.Failure.Err != nil {
				r.Detail = s.Failure.Err.Error()
			}
			of[s.Path] = append(of[s.Path], r)
		}
	}
	return of
}

func (t *texts) turn(r *rows.TurnRow) Turn {
	turn := Turn{
		Turn: r.Turn, Kind: r.Kind, User: t.optional(&r.User), Status: deref(r.Status), State: t.optional(r.State),
		Calls: int(r.Calls), Prompt: int(r.TokensPrompt), Output: int(r.TokensOutput), Duration: deref(r.Duration),
	}
	for _, reply := range r.Replies {
		turn.Replies = append(turn.Replies, Reply{reply.To, reply.Kind, reply.Path, t.optional(&reply.Text)})
	}
	return turn
}

func (t *texts) call(r *callRow) Call {
	call := Call{
		Path: r.Path, Turn: r.Turn, Stage: r.Stage, Try: int(r.Try), Depth: int(r.Depth),
		Takes: deref(r.Takes), Prompt: int(r.Prompt), Output: int(r.Output),
		Counted: int(r.Prompt + r.Output - r.Estimated), NumCtx: int(deref(r.NumCtx)), Duration: deref(r.Duration),
		Model: r.Model, Source: r.Source, Match: r.Match, From: r.From, Carried: r.Carried, Missed: r.Missed,
		Error: deref(r.Failure), Detail: deref(r.Detail),
		Decision: deref(r.Decision), Marks: r.Marks, Messages: t.messages(r.Messages),
		Answer: t.optional(r.Answer), Reasoning: t.optional(r.Reasoning), AnswerCalls: t.toolCalls(r.ToolCalls),
	}
	if r.At != nil {
		call.At = time.UnixMicro(*r.At).UTC().Format(time.RFC3339Nano)
	}
	if len(r.Finish) > 0 {
		call.Finish = r.Finish[0]
	}
	for _, f := range r.Fallbacks {
		call.Fallbacks = append(call.Fallbacks, Fallback{f.Stage, f.Reason, int(f.Tries), f.Detail})
	}
	for _, tool := range r.Tools {
		call.Tools = append(call.Tools, tool.Name)
	}
	return call
}

// goldenCall returns a call of the golden that was not sent.
func (t *texts) goldenCall(r *changeRow) Call {
	call := Call{Path: r.Path, Stage: r.Stage, Status: r.Status}
	for _, m := range r.Messages {
		var sections []int
		for _, s := range m.Sections {
			sections = append(sections, t.section(s.Name, s.Digest, nil))
		}
		call.Messages = append(call.Messages, t.message(m.Role, m.Name, sections, m.ToolCalls))
	}
	for _, tool := range r.Tools {
		call.Tools = append(call.Tools, tool.Name)
	}
	return call
}

func (t *texts) messages(all []rows.MessageRow) []Message {
	var messages []Message
	for _, m := range all {
		var sections []int
		for _, s := range m.Sections {
			sections = append(sections, t.section(s.Name, s.Digest, s.Sources))
		}
		messages = append(messages, t.message(m.Role, m.Name, sections, m.ToolCalls))
	}
	return messages
}

func (t *texts) message(role, name string, sections []int, calls []rows.ToolCallRow) Message {
	return Message{Role: role, Name: name, Sections: t.used.add(sections), ToolCalls: t.toolCalls(calls)}
}

func (t *texts) tool(r *toolUseRow) Tool {
	return Tool{Path: r.Path, CallPath: r.CallPath, Name: r.Name, Arguments: t.index(r.Arguments),
		Result: t.index(r.Result), Failed: r.Failed, Late: r.Late, Source: r.Source, Takes: deref(r.Takes)}
}
