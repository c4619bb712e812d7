package page

import (
	"context"
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/reports/stored"
)

// Views holds the data of the views beside cases and edits; null where a run has none.
type Views struct {
	// Comparison is what `compare --format json` prints, of a run that ended with it.
	Comparison json.RawMessage `json:"comparison"`
}

// viewsOf returns the data of the views of a run.
func viewsOf(_ context.Context, run *stored.Run) (Views, error) {
	return Views{Comparison: run.Info.Comparison}, nil
}
