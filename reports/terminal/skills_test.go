package terminal

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// tokens returns a text with so many tokens, by estimate.
func tokens(t *testing.T, n int) string {
	t.Helper()
	text := strings.Repeat("海", n)
	if got := pipeline.EstimateTokens(text); got != n {
		t.Fatalf("%d tokens, want %d", got, n)
	}
	return text
}

// withSkills returns a result with one call of a stage, whose sections are these skills.
func withSkills(t *testing.T, stage string, sizes map[string]int) *result.Result {
	sections := []pipeline.Section{{Name: "Task description", Text: "not counted"}}
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		sections = append(sections, pipeline.Section{Name: "Skill: " + name, Text: tokens(t, sizes[name])})
	}
	return resultOf(trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall}, Call: &trace.Call{
		Stage: stage, Request: pipeline.Request{Messages: []pipeline.Message{{Role: pipeline.RoleUser,
			Sections: sections}}},
	}})
}

func resultOf(steps ...trace.Step) *result.Result {
	return &result.Result{Trace: &trace.Trace{Steps: steps}}
}

// found returns a result with a retrieval of so many candidates.
func found(n int) *result.Result {
	list := strings.TrimSuffix(strings.Repeat(`{"name":"a","rank":1,"score":2},`, n), ",")
	return resultOf(trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryEvent, Stage: "candidates",
		Value: []byte("[" + list + "]")}})
}

// skillTable returns the table's rows as cells, for results in any order.
func skillTable(t *testing.T, results []*result.Result) (text string) {
	t.Helper()
	for i := range 4 {
		var s skills
		for _, at := range rand.New(rand.NewPCG(1, uint64(i))).Perm(len(results)) {
			s.add(results[at])
		}
		var b strings.Builder
		if err := s.write(&b, 80); err != nil {
			t.Fatal(err)
		}
		if i > 0 && b.String() != text {
			t.Fatalf("another order, another table (-first +now):\n%s", cmp.Diff(text, b.String()))
		}
		text = b.String()
	}
	return text
}

func TestSkillsTable(t *testing.T) {
	results := []*result.Result{
		found(12), found(3), {Status: result.StatusError}, // one without a trace
		withSkills(t, "skills-shortlist", map[string]int{"a": 2, "b": 3}),
		withSkills(t, "skills-final", map[string]int{"a": 20, "b": 30}),
		withSkills(t, "skills-final", map[string]int{"b": 30}),
		withSkills(t, "main", map[string]int{"b": 28}),
		withSkills(t, "main", nil), // no skill: not counted
	}
	var got [][]string
	for line := range strings.Lines(skillTable(t, results)) {
		if strings.Trim(line, "-\n") != "" {
			got = append(got, strings.Fields(line))
		}
	}
	want := [][]string{
		strings.Fields("skills: 15 candidates offered in 2 runs;"),
		strings.Fields("tokens (estimated) that skills add to a call:"),
		{"where", "calls", "tokens", "median", "p95", "largest", "of"},
		{"stage", "main", "1", "28", "28", "28", "28", "b"},
		{"stage", "skills-final", "2", "80", "30", "50", "30", "b"},
		{"stage", "skills-shortlist", "1", "5", "5", "5", "3", "b"},
		{"Skill:", "b", "4", "91", "28", "30", "30", "b"},
		{"Skill:", "a", "2", "22", "2", "20", "20", "a"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("table (-want +got):\n%s", d)
	}
}

// The median and the 95th percentile are numbers that occurred: the smallest that half, or 95 in 100, of the calls do
// not exceed. For 1 to n, each once, the quantile is that number itself.
func TestSkillsQuantilesAreExact(t *testing.T) {
	for n := 1; n <= 200; n++ {
		var s skills
		for i := 1; i <= n; i++ {
			s.add(withSkills(t, "main", map[string]int{"a": i}))
		}
		var b strings.Builder
		if err := s.write(&b, 80); err != nil {
			t.Fatal(err)
		}
		want := []string{"stage", "main", fmt.Sprint(n), fmt.Sprint(n * (n + 1) / 2), fmt.Sprint((n + 1) / 2),
			fmt.Sprint((95*n + 99) / 100), fmt.Sprint(n), "a"}
		if got := strings.Fields(strings.Split(b.String(), "\n")[4]); !cmp.Equal(want, got) {
			t.Fatalf("1 to %d: %q, want %q", n, got, want)
		}
	}
}

// Ten skills have a row, the most expensive first and equal ones by name, then the number of others.
func TestSkillsTableNamesTheDearest(t *testing.T) {
	var results []*result.Result
	for i := range 13 {
		results = append(results, withSkills(t, "main", map[string]int{fmt.Sprintf("skill-%02d", i): 5 + i/12}))
	}
	var got []string
	for line := range strings.Lines(skillTable(t, results)) {
		if rest, is := strings.CutPrefix(line, "Skill: "); is {
			got = append(got, strings.Fields(rest)[0])
		}
	}
	want := []string{"skill-12", "skill-00", "skill-01", "skill-02", "skill-03", "skill-04", "skill-05", "skill-06",
		"skill-07", "skill-08"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("rows (-want +got):\n%s", d)
	}
	if text := skillTable(t, results); !strings.HasSuffix(text, "\n… and 3 more skills\n\n") {
		t.Errorf("the others are not counted:\n%s", text)
	}
}

func TestSkillsTableOfNothing(t *testing.T) {
	if text := skillTable(t, []*result.Result{withSkills(t, "main", nil), {}}); text != "" {
		t.Errorf("without any skill it prints\n%s", text)
	}
}

// Whatever the names of skills, a row is one line that fits a terminal of 80 columns.
func TestSkillsTableFits(t *testing.T) {
	for _, name := range []string{strings.Repeat("long-name-", 20), strings.Repeat("很长的名字", 20), "two\nlines \x1b[31m",
		"../../etc/passwd"} {
		text := skillTable(t, []*result.Result{withSkills(t, "skills-shortlist", map[string]int{name: 9})})
		lines := strings.Split(text, "\n")
		if len(lines) != 8 {
			t.Errorf("%.20q: %d lines, want 8:\n%s", name, len(lines), text)
		}
		for _, line := range lines {
			if w := columns(line); w > 80 {
				t.Errorf("%.20q: a line of %d columns: %s", name, w, line)
			}
		}
	}
}

// columns returns the width of a line of ASCII and Chinese on a terminal.
func columns(line string) int {
	n := 0
	for _, r := range line {
		if n++; r >= 0x2e80 {
			n++
		}
	}
	return n
}
