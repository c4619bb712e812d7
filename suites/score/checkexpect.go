package score

import (
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/suites/jsonmatch"
)

// CheckExpectations says what of a case's expectations and labels cannot be read, so that a mistake shows before
// anything runs.
func CheckExpectations(c *fixtures.Case) error {
	var errs []error
	file, _ := c.Where()
	for _, t := range c.AllTurns() {
		for _, e := range []*fixtures.Expect{t.Expect, t.Labels} {
			if e != nil {
				errs = append(errs, checkReply(file, t.Line(), e.Reply), checkTools(e.Tools))
			}
		}
	}
	return errors.Join(errs...)
}

func checkReply(file string, line int, e *fixtures.ReplyExpect) error {
	if e == nil {
		return nil
	}
	var errs []error
	for _, p := range e.JSON {
		q, err := jsonmatch.ParsePath(p.Key.Name)
		if err == nil && !jsonmatch.Singular(q) && p.Value.Node.Kind != strict.List {
			err = fmt.Errorf("%s can find several values: want a list of them, also of one or none", p.Key.Name)
		}
		if err != nil {
			errs = append(errs, p.Value.Node.Errorf("json: %w", err))
		}
	}
	if e.Schema != nil {
		_, err := jsonmatch.CompileSchema(e.Schema)
		errs = append(errs, err)
	}
	if e.Language != "" && !knownLanguage(e.Language) {
		errs = append(errs, fmt.Errorf("%s:%d: language: want a code of two letters, such as en or zh, got %q", file, line, e.Language))
	}
	return errors.Join(errs...)
}

func checkTools(e *fixtures.ToolsExpect) error {
	if e == nil || e.Calls == nil {
		return nil
	}
	var errs []error
	for _, w := range *e.Calls {
		if w.Compare == fixtures.CompareSchema && w.Arguments != nil {
			_, err := jsonmatch.CompileSchema(w.Arguments)
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
