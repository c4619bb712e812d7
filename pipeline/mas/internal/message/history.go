package message

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/python"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// past is the history of the stage: all its steps, the current one too (A3). Head leaves out what is running and keeps
// apart what has not begun.
func (p *Prompts) past(v View) (*pastData, error) {
	var all pastData
	for i, s := range v.Agent.Steps.OfStage(v.Step.StageID) {
		if v.head() && s.Execution == state.Running {
			continue
		}
		text, err := p.pastStep(v, i+1, s)
		if err != nil {
			return nil, err
		}
		if v.head() && !s.Execution.Over() {
			all.Open = append(all.Open, text)
		} else {
			all.Done = append(all.Done, text)
		}
	}
	return &all, nil
}

// pastStep prints a step: as lines, each with its end, or in the program of the document's time as repr of their list.
func (p *Prompts) pastStep(v View, number int, s *state.Step) (pipeline.Pieces, error) {
	data, err := past(v, number, s)
	if err != nil {
		return nil, err
	}
	sections, err := p.set.Render(fileHistory, data)
	if err != nil {
		return nil, err
	}
	lines := make([]pipeline.Pieces, len(sections))
	for i, section := range sections {
		lines[i] = section.Pieces()
	}
	if last := len(lines) - 1; last >= 0 {
		lines[last] = pipeline.JoinPieces(lines[last], pipeline.TextSource{}.Of("\n"))
	}
	if v.Compat == state.SeedCode {
		return python.List(lines...), nil
	}
	return pipeline.JoinPieces(lines...), nil
}

// past is what the history says of a step. The programs print the intention where the executor was meant (Q). The
// program of the document's time does not say how far a step has come, so that its reflection cannot tell a step that
// gave nothing from one that has not begun.
func past(v View, number int, s *state.Step) (historyData, error) {
	d := historyData{Number: number, Type: s.Type, Who: pipeline.TextSource{}.Of(s.Executor), Text: v.text(s),
		Intention: s.Intention.Pieces}
	if v.Compat != state.Document {
		d.Who = s.Intention.Pieces
	}
	if v.Compat != state.SeedCode {
		d.Execution = s.Execution
	}
	var err error
	if d.Instruction, err = instruction(s); err != nil {
		return d, err
	}
	d.Result, err = result(s)
	return d, err
}
