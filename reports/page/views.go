package page

import (
	"context"

	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/stored"
)

// Views holds the data of the views beside cases and edits; null where a run has none.
type Views struct {
	Faults     *Faults    `json:"faults"`
	Tokens     *Tokens    `json:"tokens"`
	Bill       *Bill      `json:"bill"`
	Coverage   *Coverage  `json:"coverage"`
	Models     *Models    `json:"asked"` // who answered
	Routing    *Routing   `json:"routing"`
	Comparison []Compared `json:"comparison"` // of a run that ended with it: one, or several with the same A
}

// viewsOf returns the data of the views of a run, but for its bill. systems are those of the suites that were seen.
func viewsOf(ctx context.Context, run *stored.Run, seen *overview.Overview, systems []string, o Options) (
	v Views, err error) {
	of := map[string]string{}
	for i := range seen.Suites {
		of[seen.Suites[i].Name] = systems[i]
	}
	if v.Faults, err = ofFaults(ctx, run, of); err != nil {
		return v, err
	}
	if v.Tokens, err = ofTokens(ctx, run, of); err != nil {
		return v, err
	}
	if v.Tokens != nil {
		v.Tokens.find(o.source)
	}
	if v.Coverage, err = ofCoverage(ctx, run, o.source); err != nil {
		return v, err
	}
	if v.Models, err = ofModels(ctx, run); err != nil {
		return v, err
	}
	if v.Routing, err = ofRouting(ctx, run, seen); err != nil {
		return v, err
	}
	v.Comparison, err = ofComparison(ctx, run, o.Beside)
	return v, err
}
