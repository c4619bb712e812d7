package sidebyside_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/badserver"
	"github.com/beaver-eval/beaver-eval/reports/reportstest"
	"github.com/beaver-eval/beaver-eval/reports/sidebyside"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

var update = flag.Bool("update", false, "write the tables of docs/systems.md anew")

// quoted is the commands on the page, and what the page says that the second one prints.
var quoted = regexp.MustCompile("(?s)beaver-eval run --suite '([a-z*-]+)'\n" +
	"beaver-eval compare latest --by system --format markdown\n```\n\n<!-- side by side -->\n(.*?)<!-- end -->")

// docs/systems.md quotes the tables as the command on it prints them.
func TestPageQuotesSystems(t *testing.T) {
	page := filepath.Join("..", "..", "docs", "systems.md")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	m := quoted.FindStringSubmatchIndex(string(text))
	if m == nil {
		t.Fatalf("%s quotes no tables: want %s", page, quoted)
	}
	results := reportstest.RanSuites(t, reportstest.Repository(t), []string{string(text[m[2]:m[3]])}, "",
		runner.Options{Cells: broken(t)})
	run := storedtest.Record(t, t.TempDir(), stored.Info{}, results...)
	report, err := sidebyside.Read(t.Context(), run, sidebyside.MostConversations)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := report.Write(&b, "markdown", 0); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(page, []byte(string(text[:m[4]])+b.String()+string(text[m[5]:])), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(strings.Split(string(text[m[4]:m[5]]), "\n"), strings.Split(b.String(), "\n")); d != "" {
		t.Errorf("%s; go test ./reports/sidebyside -update writes the tables anew (-page +run):\n%s", page, d)
	}
}

// broken breaks the calls of a case as `run` does: transport faults are exchanges with a server that misbehaves.
func broken(t *testing.T) func(context.Context, *project.Suite, *runner.Prepared) (runner.BrokenCalls, error) {
	t.Helper()
	server, err := badserver.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return func(ctx context.Context, s *project.Suite, p *runner.Prepared) (runner.BrokenCalls, error) {
		m := faults.Of(s)
		m.Judged = true
		m.Exchange = func(
			ctx context.Context, way string, req pipeline.Request, answer pipeline.Response,
		) (pipeline.Response, error) {
			return server.Chat(ctx, badserver.Way(way), req, answer, false)
		}
		all, _, err := (*faults.Kept)(nil).Cells(ctx, m, s, p)
		return runner.BrokenCalls{Cells: all}, err
	}
}
