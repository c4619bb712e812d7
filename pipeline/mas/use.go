package mas

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// setting is the common part of all uses of a skill.
type setting struct {
	skill   skill
	prompts *message.Prompts
	guides  message.Guides
	compat  state.Compat
	tasks   tasks // read only
}

// use is one use of a skill.
type use struct {
	setting
	agent  *agent
	step   *state.Step
	rt     *pipeline.Runtime
	prompt []pipeline.Message // the first request
	asked  []string           // the last messages of all requests
	rounds []round            // refused answers, with their requests
	err    error              // of making a request
}

// view returns the input of the prompt.
func (u *use) view() message.View {
	return message.View{
		Agent: &u.agent.Agent, Step: u.step, Skill: u.skill.name, Guides: u.guides, Compat: u.compat,
	}
}

// said and value return a part of the last answer with its source.
func (u *use) said(text string) state.Text { return state.TextOf(u.rt.AnswerText(u.skill.name), text) }

func (u *use) value(raw json.RawMessage) state.Value {
	return state.Value{JSON: raw, Source: u.rt.AnswerText(u.skill.name)}
}
