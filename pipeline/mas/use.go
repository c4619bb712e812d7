package mas

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// setting is what all uses of a skill have in common.
type setting struct {
	skill   skill
	prompts *message.Prompts
	guides  message.Guides
	compat  state.Compat
	tasks   tasks // read alone
}

// use is one use of a skill.
type use struct {
	setting
	agent  *agent
	step   *state.Step
	rt     *pipeline.Runtime
	prompt []pipeline.Message // the first ask
	asked  []string           // the last messages of all asks
	rounds []round            // answers that were refused, with what asked for them
	err    error              // of making an ask
}

// view is what the prompt is made of.
func (u *use) view() message.View {
	return message.View{Agent: &u.agent.Agent, Step: u.step, Guides: u.guides, Compat: u.compat}
}

// said and value are what the last answer has said.
func (u *use) said(text string) state.Text { return state.TextOf(u.rt.AnswerText(u.skill.name), text) }

func (u *use) value(raw json.RawMessage) state.Value {
	return state.Value{JSON: raw, Source: u.rt.AnswerText(u.skill.name)}
}
