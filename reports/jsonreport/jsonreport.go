// Package jsonreport prints a run as one JSON object.
package jsonreport

import (
	"io"

	"github.com/beaver-eval/beaver-eval/reports/cells"
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
		Edits     []editJSON          `json:"edits,omitempty"` // what was edited, in the order of reach
	}{t, orEmpty(o.Gates), orEmpty(total), orEmpty(bySuite), o.Orphans.Files, o.Baselines, editsOf(o)})
}

// editJSON is one edit with all that it reaches.
type editJSON struct {
	GroupID string     `json:"group_id"`
	Title   string     `json:"title"`
	Change  string     `json:"change"`
	Source  sourceJSON `json:"source"`
	Stages  []string   `json:"stages"`
	Calls   int        `json:"calls"`
	Cases   int        `json:"cases"`
	Edits   int        `json:"edits"` // distinct ones of words
	Hunks   []hunkJSON `json:"hunks"` // the first of them
	First   []string   `json:"first"` // calls, as suite/case/path
}

type sourceJSON struct {
	Kind   string `json:"kind"`
	Name   string `json:"name,omitempty"`
	Define string `json:"define,omitempty"`
}

type hunkJSON struct {
	Old    string `json:"old"`
	New    string `json:"new"`
	Before string `json:"before"` // in its line
	After  string `json:"after"`
}

func editsOf(o *overview.Overview) []editJSON {
	var all []editJSON
	for _, g := range o.Edits.List() {
		e := editJSON{
			GroupID: g.ID, Title: g.Title(), Change: string(g.Kind), Stages: g.Stages, Calls: g.Calls, Cases: g.Cases,
			Source: sourceJSON{string(g.Source.Kind), g.Source.Name, g.Source.Define},
			Edits:  g.Edits, Hunks: []hunkJSON{},
		}
		for _, h := range g.Hunks {
			e.Hunks = append(e.Hunks, hunkJSON{h.Old, h.New, h.Before, h.After})
		}
		e.First, _ = cells.Calls(&g)
		all = append(all, e)
	}
	return all
}

// orEmpty keeps null out of JSON.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
