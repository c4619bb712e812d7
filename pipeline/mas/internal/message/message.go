// Package message makes the prompts of the steps that a skill executes (A3): their blocks, the order and the headings
// of these, and the messages of retries (A5). The texts themselves are in template files.
package message

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Build returns the messages of a step: its prompt, and for the program's process_message the following message
// with the step. It fails for a permission or a skill that is not configured, and for an instruction_generation
// without a following tool step (ErrNoToolStep).
func (p *Prompts) Build(v View) ([]pipeline.Message, error) {
	if err := p.Check(v.Agent, v.Guides, v.Compat); err != nil {
		return nil, err
	}
	b, ok := blocksOf(cmp.Or(v.Skill, v.Step.Executor), v.Compat)
	if !ok {
		return nil, fmt.Errorf("no prompt for a step of the skill %q: there are %s", v.Step.Executor,
			strings.Join(allSkills(), ", "))
	}
	current, err := p.current(v)
	if err != nil {
		return nil, err
	}
	data, err := p.data(v, b)
	if err != nil {
		return nil, err
	}
	if !b.called {
		data.Current = current
	}
	messages, err := p.user(nil, fileStep, data)
	if err == nil && b.called {
		messages, err = p.user(messages, fileCalled, calledData{current})
	}
	return messages, err
}

// data returns the data of a prompt except the current step.
func (p *Prompts) data(v View, b blocks) (stepData, error) {
	t, a := p.texts(v.Compat), v.Agent
	d := stepData{Program: v.program(), Base: t.base, MCP: t.mcp, Spaced: b.spaced,
		Agent: agentData{a.ID, a.Name.Pieces, a.Role.Pieces, a.Profile.Pieces}, Rules: t.rules, Memory: v.memory()}
	d.Skills, d.Tools = t.permissions(v)
	var err error
	switch {
	case b.tool:
		d.Tool, err = v.toolStep()
	case b.history:
		d.History, err = p.past(v)
	case b.calls:
		d.Calls, err = calls(v)
	}
	return d, err
}

// current returns the text of the current step.
func (p *Prompts) current(v View) (pipeline.Pieces, error) {
	guide, _ := p.texts(v.Compat).skill(v.Guides, v.Step.Executor)
	return p.rendered(fileCurrent, currentData{
		Intention: v.Step.Intention.Pieces, Text: v.Step.Text.Pieces,
		Rules: said(guide.Prompt), Format: said(guide.Format),
	})
}
