package agens

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// decision is the decision of the stage route on a result: the effective instructions, in one word for scores and with
// their counts.
type decision struct {
	Action string           `json:"action"` // route:NODE, yield:NODE, sub:JOB, several separated by commas; end, done
	Next   []map[string]any `json:"next"`
}

// decided returns the decision of a step without a retry.
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
