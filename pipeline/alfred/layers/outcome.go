package layers

import (
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Compressed is what is left of turns whose summaries are not kept: a goal each, behind what was left before (F8).
func Compressed(earlier pipeline.Pieces, turns []TurnSummary) pipeline.Pieces {
	var goals pipeline.Pieces
	for _, t := range turns {
		if len(t.Goal) > 0 {
			goals = join("; ", goals, text("Turn "+strconv.Itoa(t.Turn)+": %s", t.Goal))
		}
	}
	return join("; ", earlier, goals)
}

// Text is what came of a step (F8).
func (o Outcome) Text() pipeline.Pieces {
	return nil
}
