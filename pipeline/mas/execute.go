package mas

import (
	"context"
	"errors"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// skillExecutor uses a skill: a prompt, a call with its retries, and the effects of the answer (A5).
type skillExecutor struct{ setting }

// execute implements executor.
func (x skillExecutor) execute(
	ctx context.Context, rt *pipeline.Runtime, a *agent, s *state.Step,
) (syncstate.Output, state.Execution, error) {
	u := &use{setting: x.setting, agent: a, step: s, rt: rt}
	if err := u.begin(); errors.Is(err, message.ErrNoToolStep) {
		rt.Fallback(pipeline.Fallback{Stage: x.skill.name, Reason: reasonNoToolStep})
		return u.output(answer{}, state.Failed), state.Failed, nil
	} else if err != nil {
		return syncstate.Output{}, "", err
	}
	got, why, err := u.ask(ctx)
	switch {
	case err != nil:
		return syncstate.Output{}, "", err
	case why != nil:
		u.fail(why)
		return u.output(answer{}, state.Failed), state.Failed, nil
	}
	a.talk.clear()
	out, err := u.apply(got)
	return out, state.Finished, err
}

// begin makes the prompt. Earlier failures precede it (A5); the program starts afresh with each step.
func (u *use) begin() (err error) {
	talk := &u.agent.talk
	if u.compat != state.Document {
		talk.clear()
	}
	if len(talk.rounds) == 0 {
		talk.primer = u.prompts.Primer()
	}
	u.prompt, err = u.prompts.Build(u.view())
	return err
}

// ask calls the model, with retries where they are worth it. A failure is reported; an accepted plan is not lost with
// the memory (A0).
func (u *use) ask(ctx context.Context) (answer, *pipeline.Failure, error) {
	r := reader(&reading{use: u})
	if u.compat != state.Document {
		r = &programReading{use: u}
	}
	last := u.prompt
	u.asked = append(u.asked, last[len(last)-1].Content())
	got, err := reply.Ask(ctx, u.rt, pipeline.Request{
		Stage: u.skill.name, Variant: u.agent.ID, Messages: append(u.agent.talk.before(), u.prompt...),
		Declared: r.declared(),
	}, reply.Asking[answer]{
		Tries: 4, // once, and again for each of three reasons
		Read:  r.read,
		Again: func(req *pipeline.Request, resp pipeline.Response, why *pipeline.Failure) bool {
			if !r.mayAskAgain(why) || !u.again(req, resp, why, r, last) {
				return false
			}
			last = req.Messages[len(req.Messages)-1:]
			return true
		},
	})
	why, failed := errors.AsType[*pipeline.Failure](err)
	if !failed || u.err != nil {
		return got.Value, nil, errors.Join(u.err, err)
	}
	u.rt.Fallback(pipeline.Fallback{Stage: u.skill.name, Reason: why.Reason, Tries: got.Tries, Detail: detail(why)})
	if kept, ok := r.kept(); ok {
		return kept, nil, nil
	}
	u.rounds = append(u.rounds, round{last, u.answered(got.Response)})
	return answer{}, why, nil
}

// again makes the next request: it shows the refused answer, and what is wrong with it.
func (u *use) again(
	req *pipeline.Request, resp pipeline.Response, why *pipeline.Failure, r reader, asked []pipeline.Message,
) bool {
	told, err := u.reask(why, r.memoryOnly())
	if err != nil {
		u.err = err
		return false
	}
	said := u.answered(resp)
	u.rounds = append(u.rounds, round{asked, said})
	if strings.TrimSpace(resp.Content) != "" {
		req.Messages = append(req.Messages, said)
	}
	req.Messages = append(req.Messages, told)
	req.Declared = r.declared()
	u.asked = append(u.asked, told.Content())
	return true
}

func (u *use) answered(resp pipeline.Response) pipeline.Message {
	said := pipeline.NewSection("answer", u.rt.AnswerText(u.skill.name).Of(resp.Content))
	return pipeline.Message{Role: pipeline.RoleAssistant, Sections: []pipeline.Section{said}}
}

// fail records only that a step has failed. The model's text in it is in no later prompt: it may be anything, of any
// length. The program keeps it, in the step's result too, and shows it to nobody.
func (u *use) fail(why *pipeline.Failure) {
	if u.compat == state.Document {
		u.agent.talk.add(u.prompt, pipeline.Text(pipeline.RoleAssistant, "failure",
			"（这一步执行失败："+string(why.Reason)+"）"))
		return
	}
	u.agent.talk.rounds = u.rounds
	if said := u.rounds[len(u.rounds)-1].answered; u.compat == state.Program {
		text := said.Content()
		u.step.Result.Set("llm_response", u.value(jsonvalue.AppendString(nil, text)))
	}
}

func detail(why *pipeline.Failure) string {
	if why.Err == nil {
		return ""
	}
	return why.Err.Error()
}
