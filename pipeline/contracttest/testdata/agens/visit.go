package agens

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// result is the answer of a node.
type result struct {
	Body    string            `json:"body" reply:"required"`
	Next    []Instruction     `json:"next"`
	Outputs map[string]string `json:"outputs"`
	Calls   []toolCall        `json:"tool_calls"`
}

// toolCall is a tool call as the answer's schema spells it: arguments are a list of pairs.
type toolCall struct {
	ID        string          `json:"id" reply:"required"`
	Name      string          `json:"name" reply:"required"`
	Arguments json.RawMessage `json:"arguments"`
}

// visit is one node of a thread: asks until there is an answer that asks for no more tools.
func (j *atWork) visit(ctx context.Context, t *thread) error {
	node, ok := j.Nodes[t.node]
	if !ok {
		return fail(t.place, invalidNode, t.node)
	}
	rt := t.place.At("node", t.node)
	defer func() { t.place.After(rt.Mark()) }()
	if node.Sub != "" {
		return j.sub(ctx, rt, t, node)
	}
	var given []pipeline.Pieces // results of tools, one line each
	for round := 1; ; round++ {
		r, err := j.ask(ctx, rt, round, node, j.prompt(t, node, given))
		if err != nil {
			return err
		}
		if len(r.Calls) > 0 && node.Tools {
			more, err := callTools(ctx, rt, r.Calls)
			if err != nil {
				return err
			}
			given = append(given, more...)
			continue
		}
		t.previous, t.next = rt.AnswerText("serving").Of(r.Body), r.Next
		if len(t.next) == 0 {
			t.next = node.Next
		}
		return route(rt, t.next)
	}
}

// route reports where a thread goes on.
func route(rt *pipeline.Runtime, next []Instruction) error {
	action := "done"
	for i, n := range next {
		if n.Type != "route" && n.Type != "yield" && n.Type != "end" {
			return fail(rt, invalidNext, n.Type)
		}
		if i == 0 {
			action = n.Type + ":" + n.Value
		}
	}
	rt.Decided("route", map[string]string{"action": action})
	return nil
}

// sub runs another job in place of a call.
func (j *atWork) sub(ctx context.Context, rt *pipeline.Runtime, t *thread, node Node) error {
	job, ok := j.block.Subs[node.Sub]
	if !ok {
		return fail(rt, notLoaded, node.Sub)
	}
	at := rt.At("sub", node.Sub)
	below := &atWork{jobs: j.jobs, Job: job, place: at, input: j.input}
	body, err := below.run(ctx, t.previous)
	rt.After(at.Latest())
	if err != nil {
		return err
	}
	t.previous, t.next = body, node.Next
	return route(rt, t.next)
}

// ask asks a node's server, and again with the reason where the answer cannot be used.
func (j *atWork) ask(
	ctx context.Context, rt *pipeline.Runtime, round int, node Node, sections []pipeline.Section,
) (result, error) {
	left := j.MaxRetries
	req := pipeline.Request{
		Stage: "serving", Variant: node.Serving, Leaf: "serving-" + strconv.Itoa(round),
		Messages: j.messages(node, sections), Format: json.RawMessage(`"json"`), Declared: declared(left),
	}
	if node.Tools {
		req.Tools = j.tools
	}
	got, err := reply.Ask(ctx, rt, req, reply.Asking[result]{
		Tries: left + 1,
		Check: node.check,
		Again: func(req *pipeline.Request, resp pipeline.Response, why *pipeline.Failure) bool {
			if !slices.Contains(answered(), why.Reason) {
				return false
			}
			left--
			code, reason := pipeline.TextSource{}, pipeline.TextSource{}.Of(why.Error())
			if why.Reason == askedRetry {
				reason = rt.AnswerText("serving").Of(why.Err.Error())
			}
			retry := pipeline.NewSection("Retry", pipeline.JoinPieces(code.Of("\n## Retry\n"), reason, code.Of("\n")))
			req.Messages, req.Declared = j.messages(node, append(slices.Clone(sections), retry)), declared(left)
			return true
		},
	})
	f, failed := errors.AsType[*pipeline.Failure](err)
	if !failed {
		return got.Value, err
	}
	reason := f.Reason
	if slices.Contains(answered(), reason) {
		reason = maxRetries
	}
	rt.Fallback(pipeline.Fallback{Stage: "serving", Reason: reason, Tries: got.Tries, Detail: f.Error()})
	return result{}, &jobError{reason}
}

// answered are the reasons for which an answer is refused and asked for again; without an answer the job ends.
func answered() []pipeline.Reason {
	return []pipeline.Reason{pipeline.Malformed, pipeline.Schema, pipeline.Empty, askedRetry}
}

// declared says what a failed call means: another ask that says why, as long as some are left; else a job that never
// was.
func declared(left int) []pipeline.Declared {
	if left == 0 {
		return []pipeline.Declared{{Undone: true}}
	}
	again := []pipeline.Reason{askedRetry, pipeline.Empty, pipeline.Schema, pipeline.Malformed}
	return []pipeline.Declared{{Reasons: again, Reask: true}, {Undone: true}}
}

// check refuses an answer without the node's outputs, and one that asks for another.
func (n Node) check(r result) *pipeline.Failure {
	for _, next := range r.Next {
		if next.Type == "retry" {
			return &pipeline.Failure{Reason: askedRetry, Err: errors.New(next.Value)}
		}
	}
	if len(r.Calls) > 0 && n.Tools {
		return nil // the outputs come behind the tools
	}
	for _, o := range n.Outputs {
		v, has := r.Outputs[o.Key]
		if !has || len(o.Choices) > 0 && !slices.Contains(o.Choices, v) {
			err := fmt.Errorf("outputs.%s: want one of %q, got %q", o.Key, o.Choices, v)
			return &pipeline.Failure{Reason: pipeline.Schema, Err: err}
		}
	}
	return nil
}

// callTools makes the calls side by side, each in a place of its own.
func callTools(ctx context.Context, rt *pipeline.Runtime, calls []toolCall) ([]pipeline.Pieces, error) {
	places := make([]*pipeline.Runtime, len(calls))
	for i, c := range calls {
		places[i] = rt.At("tool", c.ID)
	}
	given := make([]pipeline.Pieces, len(calls))
	err := rt.Together(places, func(i int, at *pipeline.Runtime) (err error) {
		given[i], err = calls[i].make(ctx, at)
		return err
	})
	return given, err
}

// make calls the tool with an object where the model wrote pairs.
func (c toolCall) make(ctx context.Context, at *pipeline.Runtime) (pipeline.Pieces, error) {
	code := pipeline.TextSource{}
	said := pipeline.ToolCall{ID: c.ID, Name: c.Name, Arguments: string(c.Arguments)}
	var res pipeline.ToolResult
	if arguments, err := object(c.Arguments); err != nil {
		res = at.Refuse(said, "the arguments are no list of key and value")
	} else {
		call := said
		call.Arguments = arguments
		if res, err = at.ToolAs(ctx, said, call, nil); err != nil {
			return nil, err
		}
	}
	text := at.ToolText(said).Of(res.Content)
	if res.Failed {
		at.Fallback(pipeline.Fallback{Stage: "tool", Reason: toolError, Detail: c.Name})
		text = pipeline.JoinPieces(code.Of("error: "), text)
	}
	return pipeline.JoinPieces(code.Of(c.ID+": "), text, code.Of("\n")), nil
}

// object makes an object of pairs.
func object(raw json.RawMessage) (string, error) {
	var pairs []struct {
		Key   string
		Value json.RawMessage
	}
	if err := json.Unmarshal(raw, &pairs); err != nil {
		return "", err
	}
	all := map[string]json.RawMessage{}
	for _, p := range pairs {
		all[p.Key] = p.Value
	}
	made, err := jsonvalue.Marshal(all)
	return string(made), err
}

// prompt is what a visit shows of the thread; empty fields leave no section.
func (j *atWork) prompt(t *thread, node Node, given []pipeline.Pieces) []pipeline.Section {
	return sections(
		field{"Input", j.input},
		field{"Previous Result", t.previous},
		field{"Tool Results", pipeline.JoinPieces(given...)},
	)
}

// messages are the stable fields for the system, then what changes from visit to visit for the user.
func (j *atWork) messages(node Node, user []pipeline.Section) []pipeline.Message {
	system := sections(
		field{"Job Description", pipeline.CaseText("agens.job.description").Of(j.Description)},
		field{"Node Objective", pipeline.CaseText("agens.job.nodes.objective").Of(node.Objective)},
	)
	return []pipeline.Message{{Role: pipeline.RoleSystem, Sections: system}, {Role: pipeline.RoleUser, Sections: user}}
}

// field is one field of a message with its heading.
type field struct {
	heading string
	text    pipeline.Pieces
}

func sections(fields ...field) (all []pipeline.Section) {
	code := pipeline.TextSource{}
	for _, f := range fields {
		if len(f.text) == 0 {
			continue
		}
		between := ""
		if len(all) > 0 {
			between = "\n"
		}
		heading := code.Of(between + "## " + f.heading + "\n")
		all = append(all, pipeline.NewSection(f.heading, pipeline.JoinPieces(heading, f.text, code.Of("\n"))))
	}
	return all
}
