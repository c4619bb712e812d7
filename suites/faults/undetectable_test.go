package faults_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// eaten holds the calls whose answers are cut at every byte and lose every single byte: each stage that reads JSON, a
// plan with a team and one without, and an answer in Chinese.
var eaten = map[string][]string{
	"every-stage-once": {
		"turn-1/router", "turn-1/planner", "turn-1/node:meals/guidance", "turn-1/skills-shortlist",
		"turn-1/skills-final", "end/draft",
	},
	"accepted-work-of-a-team": {"turn-1/node:wheel/resolver"},
	"accepted-and-the-next":   {"turn-1/planner"},
	"chinese-minutes":         {"turn-1/router"},
}

// Every prefix of an answer and every answer without one of its bytes is rejected with the declared fallback, does no
// harm, or is another answer that nobody can tell from an intended one: docs/undetectable.md counts these.
func TestUndetectable(t *testing.T) {
	if testing.Short() {
		t.Skip("breaks an answer in a thousand places")
	}
	suite := repository(t, "fallbacks")[0]
	counted := map[string]map[pipeline.Policy]int{}
	cells := 0
	if err := suite.Sources().Each(t.Context(), func(src fixtures.Source) error {
		p, err := runner.Prepare(suite, src, []string{"beaver"}, nil)
		if err == nil && eaten[p.ID()] != nil {
			cells += eat(t, suite, p, eaten[p.ID()], counted)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "undetectable.md"))
	if err != nil {
		t.Fatal(err)
	}
	if said := fmt.Sprintf("%d cells", cells); !strings.Contains(string(page), said) {
		t.Errorf("docs/undetectable.md does not say that there are %s", said)
	}
	var rows []string
	for kind, by := range counted {
		rows = append(rows, fmt.Sprintf("| %s | %d | %d |", kind, by[pipeline.Strict], by[pipeline.Extract]))
	}
	slices.Sort(rows)
	var shown []string
	for line := range strings.Lines(string(page)) {
		if strings.HasPrefix(line, "| `") {
			shown = append(shown, strings.TrimSpace(line))
		}
	}
	if d := cmp.Diff(rows, shown); d != "" {
		t.Errorf("docs/undetectable.md (-want +got):\n%s\nall of its rows:\n%s", d, strings.Join(rows, "\n"))
	}
}

// eat breaks some calls of a case and counts undetectable changes by kind and policy.
func eat(
	t *testing.T, suite *project.Suite, p *runner.Prepared, paths []string, counted map[string]map[pipeline.Policy]int,
) (cells int) {
	t.Helper()
	m := &faults.Matrix{Stages: paths, Faults: []string{"every-prefix", "every-deletion"}, Seed: 1}
	all, _, err := (*faults.Kept)(nil).Cells(t.Context(), m, suite, p)
	if err != nil {
		t.Fatal(err)
	}
	meant := p.Run(t.Context(), runner.Variant{}).Calls
	for _, c := range all {
		if c.Fails() || c.Verdict == result.VerdictUnanswered {
			t.Errorf("%s/%s: %s: %s", p.ID(), c.Name(), c.Verdict, c.Why)
		}
		if c.Verdict != result.VerdictTaken || !c.Judged() {
			continue
		}
		if c.FaultName() != "every-deletion" {
			t.Errorf("%s/%s is taken, and is only a beginning", p.ID(), c.Name())
			continue
		}
		x, _ := meant.At(c.Path)
		was := strings.TrimSpace(x.Response.Content)
		at, err := strconv.Atoi(strings.TrimPrefix(c.Fault, "every-deletion@"))
		if err != nil {
			t.Fatal(err)
		}
		kind := "`" + c.Stage + "` | " + difference(t, was, was[:at]+was[at+1:])
		if counted[kind] == nil {
			counted[kind] = map[pipeline.Policy]int{}
		}
		counted[kind][c.Policy]++
	}
	return len(all)
}

// difference says what an answer lost.
func difference(t *testing.T, was, is string) string {
	t.Helper()
	before, err1 := jsonvalue.Parse([]byte(was))
	after, err2 := jsonvalue.Parse([]byte(strings.ToValidUTF8(is, "\uFFFD")))
	if err1 != nil || err2 != nil {
		t.Fatalf("%s is taken: %v, %v", is, err1, err2)
	}
	if !utf8.ValidString(is) {
		return place("", before, after) + ", invalid UTF-8 that was repaired"
	}
	return place("", before, after)
}

// place says where two values first differ, and how.
func place(at string, before, after any) string {
	switch was := before.(type) {
	case map[string]any:
		is, ok := after.(map[string]any)
		for _, key := range sortedKeys(was) {
			value, has := is[key]
			switch below := strings.TrimPrefix(at+"."+key, "."); {
			case !ok || !has:
				return "the key `" + below + "` is misspelt"
			case !jsonvalue.Equal(was[key], value):
				return place(below, was[key], value)
			}
		}
	case []any:
		is, ok := after.([]any)
		if !ok || len(is) != len(was) {
			return "`" + at + "[]` has another length"
		}
		for i := range was {
			if !jsonvalue.Equal(was[i], is[i]) {
				return place(at+"[]", was[i], is[i])
			}
		}
	}
	return "another text in `" + at + "`"
}

func sortedKeys(of map[string]any) []string {
	return slices.Sorted(maps.Keys(of))
}
