package faults

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// detailOf returns the detail of an attempt whose run has ended.
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

// said returns an answer as text.
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
