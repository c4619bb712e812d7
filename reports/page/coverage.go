package page

import (
	"context"
	"errors"
	"io/fs"

	"github.com/beaver-eval/beaver-eval/reports/covered"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
)

// mostReached is how much of a text that is or is not reached the head has, in characters.
const mostReached = 300

// Coverage is what `report coverage --format json` prints, with the beginnings of texts alone.
type Coverage struct {
	covered.Report
	Totals []covered.Total     `json:"totals"` // of each kind of which there is something
	Edited []stored.EditedText `json:"edited"` // texts that nobody has looked at
}

// ofCoverage returns what the cases of a run reach; nil: nothing was counted.
func ofCoverage(ctx context.Context, run *stored.Run, source func(string) string) (*Coverage, error) {
	var counts []coverage.Count
	err := rows.ReadCoverage(ctx, run.Folder(), func(_ string, c coverage.Count) {
		c.In = source(c.In)
		counts = append(counts, c)
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // an older version wrote the run
		return nil, err
	}
	r := covered.New(counts, false)
	if r.Empty() {
		return nil, nil
	}
	for _, list := range [][]covered.Text{r.Bare, r.OneSided, r.Thin} {
		for i := range list {
			list[i].Words = printable.Clip(list[i].Words, mostReached)
		}
	}
	return &Coverage{Report: *r, Totals: r.Totals(), Edited: printable.OrEmpty(run.Edited)}, nil
}
