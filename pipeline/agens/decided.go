package agens

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/agens/router"
)

// decision is what the stage route reports of a result: the instructions that count, in one word as scores compare it
// and with their counts.
type decision struct {
	Action string           `json:"action"` // route:NODE, yield:NODE, sub:JOB, several with a comma; end, retry, done
	Next   []map[string]any `json:"next"`
}

// decided is the decision of a step.
func decided(s router.Step, next []router.Instruction) decision {
	d := decision{Action: "done", Next: shownNext(next)}
	switch {
	case s.End:
		d.Action = router.TypeEnd
	case s.Retry:
		d.Action = router.TypeRetry
	case len(s.Go) > 0:
		var moves []string
		for _, m := range s.Go {
			moves = append(moves, m.Type+":"+shortName(m.Value))
		}
		d.Action = strings.Join(slices.Compact(moves), ",")
	}
	return d
}
