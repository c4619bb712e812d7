package alfred

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

const (
	apology  = "I am sorry, that did not work."
	maxCalls = 2   // of tools in a step
	longText = 120 // bytes: an answer that is longer is kept as its summary
)

// talk is one conversation: what was said, and the tables with their references.
type talk struct {
	profile string
	base    database
	said    []pipeline.Pieces
}

type understood struct {
	Referenced []string `json:"referenced_entities"`
	Clarify    bool     `json:"needs_clarification"`
	Question   string   `json:"clarification_question"`
	Quick      bool     `json:"quick_mode"`
}

type thought struct {
	Decision string    `json:"decision"`
	Proposal string    `json:"proposal_message"`
	Steps    []planned `json:"steps"`
}

type planned struct {
	Description string `json:"description" reply:"required"`
	Type        string `json:"step_type" reply:"required"` // read, write, analyze or generate
}

type action struct {
	Action  string          `json:"action" reply:"required"`
	Tool    string          `json:"tool"`
	Params  json.RawMessage `json:"params"`
	Summary string          `json:"result_summary"`
}

// turn is a turn at work.
type turn struct {
	*talk
	text    pipeline.Pieces
	results []pipeline.Pieces // of the steps
}

// Turn implements pipeline.Conversation: understand, think, the steps, and a reply; or a shorter way.
func (t *talk) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	switch {
	case in.Kind == pipeline.End:
		return t.done(), nil
	case in.Kind != pipeline.UserMessage || in.Acceptance != "":
		return pipeline.Outcome{}, &pipeline.Unsupported{What: "anything but messages"}
	}
	block := in.Block.(*TurnBlock)
	if block.Mode != wayPlan && block.Mode != wayQuick {
		return pipeline.Outcome{}, &pipeline.InputError{What: "alfred: mode: want plan or quick, got " + block.Mode}
	}
	for _, d := range block.Deleted {
		t.base.remove(d.Table, d.ID, "deleted:user")
	}
	if strings.TrimSpace(in.Text) == "" { // the user has only clicked
		return t.done(), nil
	}
	w := &turn{talk: t, text: in.Source.Of(in.Text)}
	if block.Mode == wayQuick {
		rt.Decided("understand", map[string]string{"action": wayQuick})
		return w.quick(ctx, rt)
	}
	u, err := w.understand(ctx, rt)
	switch {
	case err != nil:
		return pipeline.Outcome{}, err
	case u.Clarify:
		return w.wait(rt.AnswerText("understand").Of(u.Question)), nil
	case u.Quick:
		return w.quick(ctx, rt)
	}
	steps, proposal, err := w.think(ctx, rt)
	if err != nil {
		return pipeline.Outcome{}, err
	}
	if len(proposal) > 0 {
		return w.wait(proposal), nil
	}
	for i, s := range steps {
		at := rt.At("step", strconv.Itoa(i+1))
		result, goOn, err := w.act(ctx, at, s)
		rt.After(at.Mark())
		if err != nil {
			return pipeline.Outcome{}, err
		}
		if w.results = append(w.results, result); !goOn {
			break
		}
	}
	return w.reply(ctx, rt)
}

// done ends a turn in which nothing is said.
func (t *talk) done() pipeline.Outcome {
	rows := map[string]int{}
	for table, all := range t.base.rows {
		rows[table] = len(all)
	}
	state := map[string]any{"rows": rows, "entities": t.base.states()}
	return pipeline.Outcome{Status: pipeline.StatusDone, State: state}
}

func (w *turn) understand(ctx context.Context, rt *pipeline.Runtime) (understood, error) {
	req := w.request("understand", pipeline.NewSection("Entity Registry", w.base.list()))
	req.Declared = means(`{}`)
	u, ok, err := ask[understood](ctx, rt, req)
	if err != nil {
		return u, err
	}
	var unknown []string
	for _, ref := range u.Referenced {
		if w.base.refs[ref] == nil {
			unknown = append(unknown, ref)
		}
	}
	if ok && len(unknown) > 0 {
		names := strings.Join(unknown, ", ")
		rt.Fallback(pipeline.Fallback{Stage: "understand", Reason: unknownRef, Detail: names, Tries: 1})
	}
	way := wayPlan
	switch {
	case u.Clarify:
		way = wayClarify
	case u.Quick:
		way = wayQuick
	}
	rt.Decided("understand", map[string]string{"action": way})
	return u, nil
}

// think plans the steps of a turn, or proposes something.
func (w *turn) think(ctx context.Context, rt *pipeline.Runtime) (steps []planned, proposal pipeline.Pieces, err error) {
	req := w.request("think",
		pipeline.NewSection("Profile", pipeline.CaseText("alfred.profile").Of(w.profile+"\n")),
		pipeline.NewSection("Entities", w.base.list()))
	req.Declared = means(`{"decision":null}`)
	th, _, err := ask[thought](ctx, rt, req)
	if err != nil {
		return nil, nil, err
	}
	ids, way := []string{}, wayReply
	switch {
	case th.Decision == wayPropose:
		way, proposal = wayPropose, rt.AnswerText("think").Of(th.Proposal)
	case th.Decision == "plan_direct" && len(th.Steps) == 0:
		rt.Fallback(pipeline.Fallback{Stage: "think", Reason: noSteps, Tries: 1})
	case th.Decision == "plan_direct":
		way, steps = wayPlan, th.Steps
	}
	for i, s := range steps {
		ids = append(ids, s.Type+"-"+strconv.Itoa(i+1))
	}
	rt.DecidedAs("think", pipeline.DecidesPlan, map[string]any{"mode": th.Decision, "steps": ids})
	rt.DecidedAs("think", pipeline.DecidesRoute, map[string]string{"action": way})
	return steps, proposal, nil
}

// act is one step: actions until it is complete. goOn reports whether the next one can follow.
func (w *turn) act(
	ctx context.Context, rt *pipeline.Runtime, s planned,
) (result pipeline.Pieces, goOn bool, err error) {
	code := pipeline.TextSource{}
	variant := map[string]string{"generate": "high", "analyze": "medium"}[s.Type]
	if variant == "" {
		variant = "low"
	}
	var seen pipeline.Pieces // what the tools of the step have given
	for n := 1; ; n++ {
		req := w.request("act",
			pipeline.NewSection("1. Task", code.Of(s.Description+" ("+s.Type+")\n")),
			pipeline.NewSection("2. Step History", pipeline.JoinPieces(pipeline.JoinPieces(w.results...), seen)),
			pipeline.NewSection("3. Entities in Context", w.base.list()))
		req.Variant, req.Leaf, req.Declared = variant, "act-"+strconv.Itoa(n), means(`{"action":"fail"}`)
		a, ok, err := ask[action](ctx, rt, req)
		if err != nil {
			return nil, false, err
		}
		if !ok {
			a.Action = "fail"
		}
		rt.Decided("act", map[string]string{"action": a.Action})
		switch {
		case a.Action == "step_complete":
			return pipeline.JoinPieces(rt.AnswerText("act").Of(a.Summary), code.Of("\n")), true, nil
		case a.Action != "tool_call":
			return code.Of("failed\n"), false, nil
		case s.Type == "analyze" || s.Type == "generate":
			rt.Fallback(pipeline.Fallback{Stage: "act", Reason: blocked, Tries: 1, Detail: a.Tool})
			return code.Of("blocked\n"), false, nil
		case n > maxCalls:
			rt.Fallback(pipeline.Fallback{Stage: "act", Reason: pipeline.ToolBudget, Tries: 1})
			return pipeline.JoinPieces(seen, code.Of("no more calls\n")), true, nil
		}
		got, err := w.base.call(ctx, rt, a)
		if err != nil {
			return nil, false, err
		}
		seen = pipeline.JoinPieces(seen, got, code.Of("\n"))
	}
}

// quick is one read without a plan.
func (w *turn) quick(ctx context.Context, rt *pipeline.Runtime) (pipeline.Outcome, error) {
	req := w.request("act-quick")
	req.Declared = means(`{"action":"none"}`)
	a, ok, err := ask[action](ctx, rt, req)
	if err != nil {
		return pipeline.Outcome{}, err
	}
	if ok && a.Tool != "" {
		got, err := w.base.call(ctx, rt, a)
		if err != nil {
			return pipeline.Outcome{}, err
		}
		w.results = append(w.results, got)
	}
	return w.reply(ctx, rt)
}

// wait asks the user something.
func (w *turn) wait(question pipeline.Pieces) pipeline.Outcome {
	w.keep(question)
	out := w.done()
	out.Status = pipeline.StatusWaiting
	out.Replies = []pipeline.Reply{{Kind: pipeline.ReplyQuestion, Text: question.String()}}
	return out
}

// reply says what was done. The talk is kept, a long answer by its summary.
func (w *turn) reply(ctx context.Context, rt *pipeline.Runtime) (pipeline.Outcome, error) {
	req := w.request("reply", pipeline.NewSection("What Was Accomplished", pipeline.JoinPieces(w.results...)))
	req.Format = nil
	req.Declared = []pipeline.Declared{
		{Then: "the apology; the talk lacks this turn, the tables keep what the steps did"},
	}
	resp, err := askText(ctx, rt, req)
	if _, failed := errors.AsType[*pipeline.Failure](err); failed {
		out := w.done()
		out.Status, out.Replies = pipeline.StatusFailed, []pipeline.Reply{{Kind: pipeline.ReplyError, Text: apology}}
		return out, nil
	}
	if err != nil {
		return pipeline.Outcome{}, err
	}
	kept := rt.AnswerText("reply").Of(resp.Content)
	if len(resp.Content) > longText {
		short := w.request("summarize", pipeline.NewSection("Answer", kept))
		short.Format, short.Declared = nil, means(resp.Content)
		summary, err := askText(ctx, rt, short)
		if _, failed := errors.AsType[*pipeline.Failure](err); err != nil && !failed {
			return pipeline.Outcome{}, err
		} else if !failed {
			kept = rt.AnswerText("summarize").Of(summary.Content)
		}
	}
	w.keep(kept)
	out := w.done()
	out.Replies = []pipeline.Reply{{Kind: pipeline.ReplyAnswer, Text: resp.Content}}
	return out, nil
}

// keep remembers what was said in a turn.
func (w *turn) keep(answer pipeline.Pieces) {
	code := pipeline.TextSource{}
	w.said = append(w.said,
		pipeline.JoinPieces(code.Of("user: "), w.text), pipeline.JoinPieces(code.Of("assistant: "), answer))
}

// request is what every node of the graph sends: what was said, the message, and sections of its own.
func (w *turn) request(stage string, own ...pipeline.Section) pipeline.Request {
	code := pipeline.TextSource{}
	var talk pipeline.Pieces
	for _, line := range w.said[max(0, len(w.said)-6):] {
		talk = pipeline.JoinPieces(talk, line, code.Of("\n"))
	}
	sections := slices.DeleteFunc(append([]pipeline.Section{
		pipeline.NewSection("Current Message", pipeline.JoinPieces(w.text, code.Of("\n"))),
		pipeline.NewSection("Recent Conversation", talk),
	}, own...), func(s pipeline.Section) bool { return s.Text == "" })
	for i, s := range sections {
		sections[i] = pipeline.NewSection(s.Name, pipeline.JoinPieces(code.Of("## "+s.Name+"\n"), s.Pieces()))
	}
	return pipeline.Request{
		Stage: stage, Format: json.RawMessage(`"json"`),
		Messages: []pipeline.Message{
			pipeline.Text(pipeline.RoleSystem, "Node", "You are Alfred, a kitchen assistant. Your part is: "+stage+"."),
			{Role: pipeline.RoleUser, Sections: sections},
		},
	}
}

// means declares that an answer has the fallback's meaning.
func means(answer string) []pipeline.Declared {
	return []pipeline.Declared{{Answer: &pipeline.Response{Content: answer}}}
}

// ask makes a call whose answer is JSON; ok is false, and the value zero, when the stage takes its fallback.
func ask[T any](ctx context.Context, rt *pipeline.Runtime, req pipeline.Request) (v T, ok bool, err error) {
	got, err := reply.Ask(ctx, rt, req, reply.Asking[T]{})
	if f, failed := errors.AsType[*pipeline.Failure](err); failed {
		rt.Fallback(pipeline.Fallback{Stage: req.Stage, Reason: f.Reason, Tries: got.Tries})
		return v, false, nil
	}
	return got.Value, err == nil, err
}

// askText makes a call whose answer is read by people. A Failure is reported as the stage's fallback, and handed on.
func askText(ctx context.Context, rt *pipeline.Runtime, req pipeline.Request) (pipeline.Response, error) {
	got, err := reply.Ask(ctx, rt, req, reply.Asking[pipeline.Response]{
		Read: func(resp pipeline.Response) (pipeline.Response, error) {
			if strings.TrimSpace(resp.Content) == "" {
				return resp, &pipeline.Failure{Reason: pipeline.Empty}
			}
			return resp, nil
		},
	})
	if f, failed := errors.AsType[*pipeline.Failure](err); failed {
		rt.Fallback(pipeline.Fallback{Stage: req.Stage, Reason: f.Reason, Tries: got.Tries})
	}
	return got.Value, err
}
