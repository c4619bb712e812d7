// Package jsonreport prints a run as one JSON object.
package jsonreport

import (
	"io"

	"github.com/beaver-eval/beaver-eval/reports/jsontext"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// Write prints what a run came to: the total, the gates, and the measures of all suites and of each.
func Write(w io.Writer, o *overview.Overview) error {
	t := o.Total
	t.Fallbacks = orEmpty(t.Fallbacks)
	total, bySuite := o.Measures()
	return jsontext.Write(w, struct {
		overview.Summary
		Gates    []metric.Verdict       `json:"gates"`
		Measures []metric.Measure       `json:"measures"`
		Suites   []stored.SuiteMeasures `json:"suites"`
		Orphans  []review.Orphan        `json:"orphans,omitempty"`

		Baselines []stored.Comparison `json:"baselines,omitempty"`
	}{t, orEmpty(o.Gates), orEmpty(total), orEmpty(bySuite), o.Orphans.Files, o.Baselines})
}

// orEmpty keeps null out of JSON.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
