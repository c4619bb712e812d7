package message

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// maxOutside is the maximum number of steps of no stage in a history: a talk has no end.
const maxOutside = 20

// past returns the history of the stage: all its steps, the current one too (A3). Of those of no stage it has the last
// ones up to the current one. The program has them all, omits the running one and separates those that have not begun.
func (p *Prompts) past(v View) (*pastData, error) {
	steps, all := v.Agent.Steps.OfStage(v.Step.TaskID, v.Step.StageID), pastData{}
	if v.Step.StageID == state.StageNone {
		steps = steps[:slices.Index(steps, v.Step)+1]
		all.NoStage, all.Earlier = true, max(len(steps)-maxOutside, 0)
	}
	for i, s := range steps {
		if s.Execution.Over() && i >= all.Earlier {
			all.Over++
		}
		if i < all.Earlier || v.program() && s.Execution == state.Running {
			continue
		}
		text, err := p.pastStep(v, i+1, s)
		if err != nil {
			return nil, err
		}
		if v.program() && !s.Execution.Over() {
			all.Open = append(all.Open, text)
		} else {
			all.Done = append(all.Done, text)
		}
	}
	return &all, nil
}

// pastStep prints a step as lines, each with its end.
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
	return pipeline.JoinPieces(lines...), nil
}

// past returns a step's part of the history. The program prints the intention instead of the executor (Q).
func past(v View, number int, s *state.Step) (historyData, error) {
	d := historyData{Number: number, Type: s.Type, Who: pipeline.TextSource{}.Of(s.Executor), Text: s.Text.Pieces,
		Intention: s.Intention.Pieces, Execution: s.Execution}
	if v.program() {
		d.Who = s.Intention.Pieces
	}
	var err error
	if d.Instruction, err = instruction(s); err != nil {
		return d, err
	}
	d.Result, err = result(s)
	return d, err
}
