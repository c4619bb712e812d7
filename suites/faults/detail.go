package faults

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// Detail is all that happened in one cell, for people who look at it alone.
type Detail struct {
	Suite    string `json:"suite"`
	Case     string `json:"case"`
	Cell     string `json:"cell"`
	Intended string `json:"intended"` // the answer that was meant
	Put      string `json:"put"`      // the answer in its place, as the stage got it; of a failure: its text
	Expected string `json:"expected"` // the reasons of which one has to be reported
	Steps    []Step `json:"steps"`    // from the broken call on
}

// Step is one thing that happened.
type Step struct {
	Path string `json:"path"`
	What string `json:"what"` // call, decided, fallback, rejected, tool, event, reply
	Text string `json:"text"`
}

// detailOf is that of an attempt whose run has ended.
func (a *attempt) detailOf(ran *runner.Ran) *Detail {
	x, _ := ran.Calls.At(a.call.Asked.Request.Path)
	d := &Detail{
		Cell: a.cell.Name(), Intended: said(a.call.Asked.Response), Put: said(x.Response),
		Expected: spelled(a.expects()), Steps: []Step{},
	}
	if x.Err != nil {
		d.Put = x.Err.Error()
	}
	begun := false
	for _, e := range ran.Log {
		if begun = begun || e.Path == a.call.Asked.Request.Path; begun {
			if s, ok := stepOf(e); ok {
				d.Steps = append(d.Steps, s)
			}
		}
	}
	for _, o := range ran.Outcomes {
		for _, r := range o.Replies {
			d.Steps = append(d.Steps, Step{o.Place, "reply", r.Text})
		}
	}
	return d
}

// said is an answer in a text.
func said(resp pipeline.Response) string {
	parts := []string{resp.Content}
	for _, c := range resp.ToolCalls {
		parts = append(parts, c.Name+"("+c.Arguments+")")
	}
	return strings.TrimSpace(strings.Join(parts, "\n"))
}

func stepOf(e pipeline.Entry) (Step, bool) {
	s := Step{Path: e.Path, What: string(e.Kind)}
	switch e.Kind {
	case pipeline.EntryPlace:
		return s, false
	case pipeline.EntryCall:
		if s.Text = e.Stage; e.Failure != nil {
			s.Text += ": " + e.Failure.Error()
		}
	case pipeline.EntryTool:
		s.Text = fmt.Sprintf("%s(%s): %s", e.Tool.Call.Name, e.Tool.Call.Arguments, e.Tool.Result.Content)
	case pipeline.EntryFallback:
		s.Text = fmt.Sprintf("%s: %s, tries %d", e.Stage, e.Fallback.Reason, e.Fallback.Tries)
	case pipeline.EntryRejected:
		s.Text = e.Stage + ": " + e.Failure.Error()
	default:
		s.Text = e.Stage + ": " + string(e.Value)
	}
	return s, true
}

// mask puts masks in the place of secrets.
func (d *Detail) mask(m *secrets.Masker) {
	names := m.Secrets()
	d.Case, d.Cell, d.Intended, d.Put = names.Text(d.Case), names.Text(d.Cell), m.Text(d.Intended), m.Text(d.Put)
	for i := range d.Steps {
		s := &d.Steps[i]
		s.Path, s.Text = names.Text(s.Path), m.Text(s.Text)
	}
}
