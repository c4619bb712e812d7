package figures_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/figures"
	"github.com/beaver-eval/beaver-eval/reports/reportstest"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

var update = flag.Bool("update", false, "write the tables of docs/systems anew")

// quoted is a command on a page of a system, and the table after it.
type quoted struct {
	suites []string
	cases  []string
	table  string
}

var command = regexp.MustCompile("beaver-eval report figures --suite ([a-z,-]+)(?: --case ([a-z,-]+))? " +
	"--format markdown\n```\n\n((?:\\|.*\n)+)")

func quotedOn(t *testing.T, page string) quoted {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	m := command.FindStringSubmatch(string(text))
	if m == nil {
		t.Fatalf("%s quotes no figures: want the command %s", page, command)
	}
	q := quoted{suites: strings.Split(m[1], ","), table: m[3]}
	if m[2] != "" {
		q.cases = strings.Split(m[2], ",")
	}
	return q
}

// replace writes another table in place of the quoted one.
func (q *quoted) replace(page, table string) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	return os.WriteFile(page, []byte(strings.Replace(string(text), q.table, table, 1)), 0o644)
}

// The page of each system with figures quotes them as the command on it prints them.
func TestPagesQuoteFigures(t *testing.T) {
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string][]pipeline.Figure{}
	for name, s := range known {
		declared[name] = trace.FiguresOf(s)
	}
	n := 0
	for name, of := range declared {
		if len(of) == 0 {
			continue
		}
		n++
		t.Run(name, func(t *testing.T) {
			page := filepath.Join("..", "..", "docs", "systems", name+".md")
			q := quotedOn(t, page)
			var b strings.Builder
			if err := figures.WriteMarkdown(&b, measured(t, known, declared, q)); err != nil {
				t.Fatal(err)
			}
			if *update {
				if err := q.replace(page, b.String()); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(strings.Split(q.table, "\n"), strings.Split(b.String(), "\n")); d != "" {
				t.Errorf("%s; go test ./reports/figures -update writes the tables anew (-page +run):\n%s", page, d)
			}
			for _, f := range of {
				if !strings.Contains(q.table, "`"+f.Name) {
					t.Errorf("%s does not quote %s", page, f.Name)
				}
			}
		})
	}
	if n < 5 {
		t.Errorf("only %d systems have figures", n)
	}
}

// measured returns the figures of the repository's own suites that a page names.
func measured(t *testing.T, known map[string]pipeline.System, declared map[string][]pipeline.Figure,
	q quoted) []figures.Line {
	t.Helper()
	loaded, err := project.Load(context.Background(), reportstest.Repository(t), known, q.suites, "")
	if err != nil {
		t.Fatal(err)
	}
	all := figures.New(declared)
	err = runner.Run(t.Context(), loaded, known, runner.Options{Cases: filter.Cases{Globs: q.cases}},
		func(r *result.Result) error {
			all.Case(rows.NewCase(r))
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	lines := all.Lines()
	if len(lines) == 0 || !slices.Contains(q.suites, lines[0].Suite) {
		t.Fatalf("no figures of %v", q.suites)
	}
	return lines
}
