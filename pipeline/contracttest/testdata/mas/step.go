package mas

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// step is one thing that an agent is to do: a skill or a tool.
type step struct {
	executor, intention string
	text                pipeline.Pieces
	stage               string          // of the task; empty: of none
	instruction         string          // of a tool
	result              pipeline.Pieces // what came of it
	failed              bool
}

// result is what a step leaves for the end of the round.
type result struct {
	letter  *letter
	through string // the stage that the agent is through with
}

// step runs the agent's next step. It touches nothing of the others.
func (a *agent) step(ctx context.Context) (result, error) {
	s := a.queue[0]
	a.queue = a.queue[1:]
	a.taken++
	rt := a.place.At("step", strconv.Itoa(a.taken))
	defer func() {
		a.done = append(a.done, s)
		rt.Decided("sync", map[string]bool{"failed": s.failed})
		a.place.After(rt.Mark())
	}()
	sk, is := skillOf(s.executor)
	if !is {
		return result{}, a.tool(ctx, rt, s)
	}
	got, err := a.ask(ctx, rt, s, sk)
	if _, failed := errors.AsType[*pipeline.Failure](err); failed {
		s.failed = true
		made := result{}
		if s.executor == "summary" { // the stage does not wait for ever
			made.through = s.stage
		}
		return made, nil
	}
	if err != nil {
		return result{}, err
	}
	return a.use(rt, s, got), nil
}

// ask makes the call of a skill, and asks again where the answer says too little. Its error is a Failure when the step
// has failed, which is reported then.
func (a *agent) ask(ctx context.Context, rt *pipeline.Runtime, s *step, sk skill) (answer, error) {
	r := &reading{agent: a, skill: sk, source: func() pipeline.TextSource { return rt.AnswerText(sk.name) }}
	req := pipeline.Request{Stage: sk.name, Variant: a.ID, Messages: a.prompt(s), Declared: r.declared()}
	got, err := reply.Ask(ctx, rt, req, reply.Asking[answer]{
		Tries: 4, // once, and again for each of three reasons
		Read:  r.read,
		Again: func(req *pipeline.Request, resp pipeline.Response, why *pipeline.Failure) bool {
			if !r.mayAskAgain(why.Reason) {
				return false
			}
			if resp.Content != "" {
				said := []pipeline.Section{pipeline.NewSection("Answer", r.source().Of(resp.Content))}
				req.Messages = append(req.Messages, pipeline.Message{Role: pipeline.RoleAssistant, Sections: said})
			}
			told := "Your answer cannot be used: " + why.Err.Error() + "."
			req.Messages = append(req.Messages, pipeline.Text(pipeline.RoleUser, "Re-ask", told))
			req.Declared = r.declared()
			return true
		},
	})
	if f, failed := errors.AsType[*pipeline.Failure](err); failed {
		rt.Fallback(pipeline.Fallback{Stage: sk.name, Reason: f.Reason, Tries: got.Tries, Detail: f.Error()})
		if r.taken { // what was accepted is not lost with the memory
			return r.got, nil
		}
	}
	return got.Value, err
}

// use applies an answer to the agent itself, and hands on what the others have to know of it.
func (a *agent) use(rt *pipeline.Runtime, s *step, got answer) result {
	s.result = got.text
	a.memory = pipeline.JoinPieces(a.memory, got.memory)
	switch s.executor {
	case "planning", "reflection":
		ids := []string{}
		for i, p := range got.steps {
			ids = append(ids, p.Executor+"-"+strconv.Itoa(i+1))
			text := got.text.Source().Of(p.Text)
			a.queue = append(a.queue, &step{executor: p.Executor, intention: p.Intention, text: text, stage: s.stage})
		}
		rt.Decided(s.executor, map[string]any{"steps": ids})
	case "instruction_generation":
		for _, next := range a.queue {
			if _, is := skillOf(next.executor); !is && next.instruction == "" {
				next.instruction = got.text.String()
				break
			}
		}
	case "send_message":
		return result{letter: &letter{
			from: rt, sender: a.ID, to: got.letter.Receiver, text: got.text.Source().Of(got.letter.Message),
			needReply: got.letter.NeedReply, sent: rt.Mark(),
		}}
	case "summary":
		return result{through: s.stage}
	}
	return result{}
}

// tool runs a tool with the instruction that was generated for it.
func (a *agent) tool(ctx context.Context, rt *pipeline.Runtime, s *step) error {
	if s.instruction == "" {
		s.failed = true
		rt.Fallback(pipeline.Fallback{Stage: "tool", Reason: noInstruction, Detail: s.executor})
		return nil
	}
	call := pipeline.ToolCall{ID: pipeline.CallID(rt.ID("call")), Name: s.executor, Arguments: s.instruction}
	res, err := rt.Tool(ctx, call, nil)
	if err != nil {
		return err
	}
	s.result, s.failed = rt.ToolText(call).Of(res.Content), res.Failed
	if res.Failed {
		rt.Fallback(pipeline.Fallback{Stage: "tool", Reason: toolError, Detail: s.executor})
	}
	return nil
}

// prompt is what an agent reads before a step.
func (a *agent) prompt(s *step) []pipeline.Message {
	code := pipeline.TextSource{Kind: pipeline.TextCode}
	var sections []pipeline.Section
	section := func(name string, text ...pipeline.Pieces) {
		if body := pipeline.JoinPieces(text...); len(body) > 0 {
			body = pipeline.JoinPieces(code.Of("# "+name+"\n"), body, code.Of("\n\n"))
			sections = append(sections, pipeline.NewSection(name, body))
		}
	}
	section("系统提示 system_prompt", code.Of("You are one of several agents. A task has stages, a stage has steps."))
	section("Agent角色", a.source.Of(fmt.Sprintf("%s, %s", a.ID, a.Role)),
		code.Of("\n### 可用技能skills\n"), a.source.Of(strings.Join(a.Skills, ", ")),
		code.Of("\n### 可用工具tools\n"), a.source.Of(strings.Join(a.Tools, ", ")))
	section("当前需要执行的步骤 current_step", code.Of("**"+s.intention+"** "), s.text)
	section("历史已执行步骤 history_step", a.history(s.stage))
	section("持续性记忆persistent_memory", a.memory)
	return []pipeline.Message{
		pipeline.Text(pipeline.RoleAssistant, "Primer", "I do this step and no other."),
		{Role: pipeline.RoleUser, Sections: sections},
	}
}

// history are the agent's steps of a stage, a line each.
func (a *agent) history(stage string) (lines pipeline.Pieces) {
	code := pipeline.TextSource{Kind: pipeline.TextCode}
	for _, s := range a.done {
		if s.stage != stage {
			continue
		}
		state := "finished"
		if s.failed {
			state = "failed"
		}
		lines = pipeline.JoinPieces(lines, code.Of("- "+s.executor+" ("+state+"): "), s.result, code.Of("\n"))
	}
	return lines
}
