package covered_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/reports/covered"
	"github.com/beaver-eval/beaver-eval/reports/reportstest"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// The page quotes the totals as the command prints them, and some case sends each text of the templates.
func TestPageQuotesTotals(t *testing.T) {
	report := ofRepository(t)
	var b bytes.Buffer
	if err := covered.WriteTable(&b, 0, report); err != nil {
		t.Fatal(err)
	}
	at := strings.Index(b.String(), "\ncoverage ")
	if at < 0 {
		t.Fatalf("no totals in\n%s", b.String())
	}
	page, err := os.ReadFile("../../docs/coverage.md")
	if err != nil {
		t.Fatal(err)
	}
	if totals := b.String()[at+1:]; !strings.Contains(string(page), totals) {
		t.Errorf("docs/coverage.md does not quote\n%s", totals)
	}
	for _, text := range report.Contradicted {
		t.Errorf("%s:%d (%s): %s reaches it: drop the comment that it is unreachable", text.File, text.Line, text.If,
			text.Case)
	}
	for _, text := range report.OneSided {
		t.Errorf("%s:%d (%s): it never came: write a case, or say in it why none can: {{/* unreachable: … */}}",
			text.File, text.Line, text.If)
	}
	for _, text := range report.Bare { // an edit of it would go unseen
		t.Errorf("%s:%d (%s): no case sends %q: write one that does", text.File, text.Line, text.If, text.Words)
	}
}

// ofRepository returns what the cases of this repository reach.
func ofRepository(t *testing.T) *covered.Report {
	t.Helper()
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	suites, err := project.Load(t.Context(), reportstest.Repository(t), known, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := coverage.NewTally()
	err = runner.Run(t.Context(), suites, known, runner.Options{}, func(r *result.Result) error {
		if r.Space != nil {
			all.Add(r.Space, r.Suite+"/"+r.Case, &r.Covered)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return covered.New(all.Counts(), false)
}
