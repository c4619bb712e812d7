package message

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/python"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/state"
)

// stepData is what the prompt of a step shows. An empty block is left out.
type stepData struct {
	Program, Head bool // headings as the programs have them; what the later program adds

	Base    pipeline.Pieces
	Agent   agentData
	Skills  []permission
	Tools   []permission
	Current pipeline.Pieces
	Tool    *toolData
	History *pastData
	MCP     pipeline.Pieces
	Calls   *callsData
	Spaced  bool
	Rules   pipeline.Pieces // of the memory
	Memory  pipeline.Pieces
}

// agentData is who the agent is.
type agentData struct {
	ID                  string
	Name, Role, Profile pipeline.Pieces
}

// currentData is the step that is executed, with the rules of its skill.
type currentData struct{ Intention, Text, Rules, Format pipeline.Pieces }

// toolData is the tool step that an instruction is written for, with the rules of its tool.
type toolData struct {
	currentData
	Description pipeline.Pieces
}

// calledData is the message behind a prompt that says what the step is.
type calledData struct{ Current pipeline.Pieces }

// ErrNoToolStep is a step of instruction_generation without a tool step behind it in its stage.
var ErrNoToolStep = errors.New("no tool step follows in this stage")

// data is what a prompt shows besides the current step.
func (p *Prompts) data(v View, b blocks) (stepData, error) {
	t := p.texts(v.Compat)
	a := v.Agent
	d := stepData{Program: v.Compat != state.Document, Head: v.head(), Base: t.base, MCP: t.mcp, Spaced: b.spaced,
		Agent: agentData{a.ID, a.Name.Pieces, a.Role.Pieces, a.Profile.Pieces}, Rules: t.rules, Memory: memory(v)}
	d.Skills, d.Tools = t.permissions(v)
	var err error
	switch {
	case b.tool:
		d.Tool, err = toolStep(v)
	case b.history:
		d.History, err = p.past(v)
	case b.calls:
		d.Calls, err = calls(v)
	}
	return d, err
}

// current is the text of the step that is executed.
func (p *Prompts) current(v View) (pipeline.Pieces, error) {
	guide, ok := p.texts(v.Compat).skill(v.Guides, v.Step.Executor)
	if !ok {
		guide = Guide{}
	}
	return p.rendered(fileCurrent, currentData{
		Intention: v.Step.Intention.Pieces, Text: v.text(v.Step), Rules: said(guide.Prompt), Format: said(guide.Format),
	})
}

// text is what a step is to do. The program of the document's time prints an empty dict where nothing is said (A3).
func (v View) text(s *state.Step) pipeline.Pieces {
	if v.Compat == state.SeedCode && s.Text.Len() == 0 {
		return pipeline.TextSource{}.Of("{}")
	}
	return s.Text.Pieces
}

// toolStep is the tool step behind the current one.
func toolStep(v View) (*toolData, error) {
	s := v.Agent.Steps.NextTool(v.Step.ID)
	if s == nil {
		return nil, ErrNoToolStep
	}
	guide := v.Guides.Tools[s.Executor]
	return &toolData{
		currentData: currentData{Intention: s.Intention.Pieces, Text: v.text(s), Rules: said(guide.Prompt),
			Format: said(guide.Format)},
		Description: said(guide.Description),
	}, nil
}

// memory is what stands between the tags of the memory: its text, or repr of the dict of its entries.
func memory(v View) pipeline.Pieces {
	entries, ok := v.Agent.Memory.Entries()
	if !ok && v.Agent.Memory.Text().Len() > 0 {
		return v.Agent.Memory.Text().Pieces
	}
	if ok || v.head() {
		return python.Dict(entries.All())
	}
	return nil
}
