package ollama_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the table of two models in docs/comparing.md anew")

// tryModels asks two models in turn. The table is the one that docs/comparing.md shows, and compare prints it again.
func tryModels(t *testing.T, p *project) {
	out := p.does(t, 1, "run", "--model", "ollama:random", "--model", "ollama:stages")
	_, table, found := strings.Cut(out, "\n24 pairs\n")
	if !found {
		t.Fatalf("no comparison of 24 cases:\n%s", out)
	}
	table = "24 pairs\n" + table
	if again := p.does(t, 0, "compare", "latest~1", "latest"); !strings.Contains(again, table) {
		t.Errorf("compare prints another table than run (-run +compare):\n%s", cmp.Diff(table, again))
	}
	samePage(t, varying.ReplaceAllString(table, ""))
}

// varying are the rows that differ from machine to machine.
var varying = regexp.MustCompile(`(?m)^.* a case .*\n`)

// samePage fails unless docs/comparing.md shows a table.
func samePage(t *testing.T, table string) {
	t.Helper()
	file := filepath.Join("..", "..", "..", "..", "docs", "comparing.md")
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- written by a test, -update -->\n\n```\n", "```\n"
	before, rest, begun := strings.Cut(string(page), begin)
	shown, after, ended := strings.Cut(rest, end)
	if !begun || !ended {
		t.Fatal("the page has no mark")
	}
	if *update {
		if err := os.WriteFile(file, []byte(before+begin+table+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(shown, table); d != "" {
		t.Errorf("-update writes the page anew (-page +program):\n%s", d)
	}
}

// tryPrompts compares another prompt of one stage with a run of the model: the calls of other stages that come before
// it are not asked again.
func tryPrompts(t *testing.T, p *project) {
	p.does(t, 1, "run", "--model", "ollama:stages")
	p.does(t, 0, "init", "--templates", "new")
	p.replace(t, "new/main.system.tmpl", "say clearly what is uncertain", "say what is uncertain")
	before := p.read(t, "suites/first-message.yaml")
	seen := p.traced(t, 1, "run", "--prompts", "new", "--baseline", "latest", "--compare")
	asked := map[string]int{}
	for _, c := range seen.of("call") {
		if c.Match == "live" {
			asked[c.Stage]++
		}
		if c.Stage == "router" && c.Match != "fresh" {
			t.Errorf("%s/%s: %s, want an answer of the earlier run", c.Case, c.Path, c.Match)
		}
	}
	if asked["main"] == 0 || asked["router"] > 0 {
		t.Errorf("asked: %v, want main and not the router", asked)
	}
	t.Logf("asked: %v of %d calls", asked, len(seen.of("call")))
	want(t, "suite", before, p.read(t, "suites/first-message.yaml"))
	p.says(t, 0, []string{"24 pairs", "Not decided: p is 1.000."}, "compare", "latest~1", "latest")
}
