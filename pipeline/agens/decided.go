package agens

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// decision is what the stage route reports of a result: the instructions that count, in one word as scores compare it
// and with their counts.
type decision struct {
	Action string           `json:"action"` // route:NODE, yield:NODE, sub:JOB, several with a comma; end, done
	Next   []map[string]any `json:"next"`
}

// decided is the decision of a step that asks for no other try.
func decided(s router.Step, next []router.Instruction) decision {
	d := decision{Action: "done", Next: shownNext(next)}
	if s.End {
		d.Action = router.TypeEnd
	}
	if len(s.Go) > 0 {
		var moves []string
		for _, m := range s.Go {
			moves = append(moves, m.Type+":"+pipeline.ShortName(m.Value))
		}
		d.Action = strings.Join(slices.Compact(moves), ",")
	}
	return d
}
