package review

import (
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// GoldenOf returns a trace's messages arrays as a golden.
func GoldenOf(t *trace.Trace) *goldens.File {
	f := &goldens.File{Suite: t.Suite, Case: t.Case}
	if t.FromLog {
		f.From = goldens.FromRequests
	}
	for _, c := range t.Calls() {
		f.Calls = append(f.Calls, goldens.Call{
			Path: c.Path, Stage: c.Stage, Messages: c.Request.Messages, Tools: c.Request.Tools,
			Format: c.Request.Format, Parameters: c.Request.Parameters,
		})
	}
	return f
}

// NewChange returns the change of a call with its secrets masked: an older golden may hold some.
func NewChange(c goldens.Change, m *secrets.Masker) result.Change {
	n := result.Change{Status: result.PromptStatus(c.Status), Path: c.Path, Stage: c.Stage, Text: m.Text(c.Text())}
	for _, p := range c.Parts {
		n.Parts = append(n.Parts, m.Text(p.Title()))
	}
	return n
}
