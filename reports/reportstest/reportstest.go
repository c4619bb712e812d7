// Package reportstest runs cases for the tests of reports.
package reportstest

import (
	"context"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// TB is a test, or a property of one.
type TB interface {
	Helper()
	Context() context.Context
	Fatal(...any)
	Fatalf(string, ...any)
}

// Repository is this repository as a project, for a test in a folder two below its root.
func Repository(t TB) *project.Project {
	t.Helper()
	p, err := project.Find(".", "../..")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Sampled returns options that choose all cases, or in short tests the third of them whose names begin with one of two
// letters.
func Sampled() runner.Options {
	if testing.Short() {
		return runner.Options{Cases: filter.Cases{Globs: []string{"[as]*"}}}
	}
	return runner.Options{}
}

// Ran returns the results of a project's cases on Beaver. prompts is a folder of other templates, or empty.
func Ran(t TB, p *project.Project, prompts string, o runner.Options) []*result.Result {
	t.Helper()
	return RanSuites(t, p, nil, prompts, o)
}

// RanSuites is Ran for the suites that match one of the globs.
func RanSuites(t TB, p *project.Project, suites []string, prompts string, o runner.Options) []*result.Result {
	t.Helper()
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := project.Load(context.Background(), p, known, suites, prompts)
	if err != nil {
		t.Fatal(err)
	}
	var results []*result.Result
	o.Compare = true
	err = runner.Run(context.Background(), loaded, known, o, func(r *result.Result) error {
		results = append(results, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return results
}
