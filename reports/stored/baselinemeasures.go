package stored

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// checkMeasures returns an error if the measures in run.json are not those of the run, since the file was edited.
// Measures only of scores must match the table of scores; the others must be possible.
func (r *Run) checkMeasures(ctx context.Context) error {
	edited := func(at string, err error) error {
		const words = "%s: %s%w\nno run wrote this: it cannot be a baseline"
		return fmt.Errorf(words, filepath.Join(r.folder, infoFile), at, err)
	}
	told := map[string]bool{}
	for _, s := range r.Suites {
		if told[s.Suite] {
			return edited("", fmt.Errorf("suites[%s]: it is there twice", s.Suite))
		}
		told[s.Suite] = true
		if err := metric.CheckMeasures(s.Measures); err != nil {
			return edited("suites["+s.Suite+"].", err)
		}
	}
	if err := metric.CheckMeasures(r.Measures); err != nil {
		return edited("", err)
	}
	scored, err := r.scored(ctx)
	if err != nil {
		return err
	}
	for _, s := range r.Suites {
		if err := sameMeasures(s.Measures, scored[s.Suite]); err != nil {
			return edited("suites["+s.Suite+"].", err)
		}
	}
	return nil
}

// measuredRow has the columns of a score's row needed for measures.
type measuredRow struct {
	Suite  string   `parquet:"suite,dict"`
	Case   string   `parquet:"case_id,dict"`
	Sample int32    `parquet:"sample"`
	Scorer string   `parquet:"scorer,dict"`
	Metric string   `parquet:"metric,dict"`
	By     string   `parquet:"facet,dict"`
	Value  *float64 `parquet:"value"`
	Unit   string   `parquet:"unit,dict"`
}

// sampleName identifies a sample of a case.
type sampleName struct {
	suite, id string
	sample    int32
}

// quarantineRow has the columns of a case's row that say whether its scores are in no measure.
type quarantineRow struct {
	Suite      string `parquet:"suite,dict"`
	Case       string `parquet:"case_id"`
	Sample     int32  `parquet:"sample"`
	Quarantine string `parquet:"quarantine,dict"`
	Status     string `parquet:"status,dict"`
}

// apart returns the samples of cases in quarantine, whose scores are in no measure.
func (r *Run) apart(ctx context.Context) (all map[sampleName]bool, err error) {
	t, err := rows.Open[quarantineRow](r.folder, "cases")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	all = map[sampleName]bool{}
	for {
		row, err := t.Next()
		if err = cmp.Or(err, ctx.Err()); row == nil || err != nil {
			return all, err
		}
		if metric.Quarantines(&result.Result{Quarantine: row.Quarantine, Status: result.Status(row.Status)}) {
			all[sampleName{row.Suite, row.Case, row.Sample}] = true
		}
	}
}

// scored returns the measures of each suite computed from the table of scores.
func (r *Run) scored(ctx context.Context) (of map[string][]metric.Measure, err error) {
	apart, err := r.apart(ctx)
	if err != nil {
		return nil, err
	}
	t, err := rows.Open[measuredRow](r.folder, "scores")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	tallies := map[string]*metric.Tally{}
	one := &result.Result{Scores: make([]score.Score, 1)}
	for {
		row, err := t.Next()
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		if row == nil {
			break
		}
		if apart[sampleName{row.Suite, row.Case, row.Sample}] {
			continue
		}
		if tallies[row.Suite] == nil {
			tallies[row.Suite] = metric.NewTally(nil)
		}
		s := &one.Scores[0]
		*s = score.Score{Scorer: row.Scorer, Metric: row.Metric, Facet: row.By, Unit: score.Unit(row.Unit),
			Unmeasured: row.Value == nil}
		if row.Value != nil {
			s.Value = *row.Value
		}
		tallies[row.Suite].Add(one)
	}
	of = map[string][]metric.Measure{}
	for suite, tally := range tallies {
		of[suite] = tally.OfScores()
	}
	return of, nil
}

// sameMeasures returns an error if a measure only of scores differs from that of their table.
func sameMeasures(told, scored []metric.Measure) error {
	for _, got := range told {
		i := slices.IndexFunc(scored, func(m metric.Measure) bool { return m.Name == got.Name })
		if i < 0 && got.OfScores() && got.Scores+got.Unmeasured > 0 {
			return fmt.Errorf("measures[%s]: scores.parquet has no such score", got.Name)
		}
		if i < 0 {
			continue
		}
		want := scored[i]
		for _, n := range []struct {
			key       string
			got, want float64
		}{
			{"value", got.Value, want.Value}, {"scores", float64(got.Scores), float64(want.Scores)},
			{"unmeasured", float64(got.Unmeasured), float64(want.Unmeasured)},
		} {
			if math.Abs(n.got-n.want) > 1e-9*max(1, math.Abs(n.want)) {
				return fmt.Errorf("measures[%s].%s: want %v, as in scores.parquet, got %v", want.Name, n.key, n.want,
					n.got)
			}
		}
	}
	return nil
}
