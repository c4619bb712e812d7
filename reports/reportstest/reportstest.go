// Package reportstest runs cases for the tests of reports.
package reportstest

import (
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
	"github.com/beaver-eval/beaver-eval/suites"
)

// TB is a test, or a property of one.
type TB interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// Repository is this repository as a project, for a test in a folder two below its root.
func Repository(t TB) *suites.Project {
	t.Helper()
	p, err := suites.FindProject(".", "../..")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Ran is what the cases of a project come to on Beaver. prompts is a folder of other templates; empty: there is none.
func Ran(t TB, p *suites.Project, prompts string, o suites.Options) []*suites.Result {
	t.Helper()
	sys, err := beaver.New()
	if err != nil {
		t.Fatal(err)
	}
	systems := map[string]pipeline.System{sys.Name(): sys}
	loaded, err := suites.Load(context.Background(), p, systems, nil, prompts)
	if err != nil {
		t.Fatal(err)
	}
	var results []*suites.Result
	o.Compare = true
	err = suites.Run(context.Background(), loaded, systems, o, func(r *suites.Result) error {
		results = append(results, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return results
}
