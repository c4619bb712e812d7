package message

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/python"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// past returns the history of the stage: all its steps, the current one too (A3). Head omits the running one and
// separates those that have not begun.
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

// past returns a step's part of the history. The programs print the intention instead of the executor (Q). The program
// of the document's time omits a step's state, so its reflection cannot tell a step without a result from one that has
// not begun.
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
