package cost_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/reports/cost"
	"github.com/beaver-eval/beaver-eval/reports/reportstest"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

var update = flag.Bool("update", false, "write the figures of docs/cost.md anew")

// quoted is a command on the page, and what the page says that it prints.
var quoted = regexp.MustCompile("(?s)beaver-eval report cost --suite ([a-z,-]+) --format markdown\n```\n\n" +
	"<!-- cost -->\n(.*?)<!-- end -->")

// docs/cost.md quotes the figures as the command on it prints them.
func TestPageQuotesCost(t *testing.T) {
	page := filepath.Join("..", "..", "docs", "cost.md")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	m := quoted.FindStringSubmatchIndex(string(text))
	if m == nil {
		t.Fatalf("%s quotes no figures: want %s", page, quoted)
	}
	suites := strings.Split(string(text[m[2]:m[3]]), ",")
	all := cost.New("", nil)
	for _, r := range reportstest.RanSuites(t, reportstest.Repository(t), suites, "", runner.Options{}) {
		all.Case(rows.NewCase(r))
	}
	var b strings.Builder
	report := all.Report()
	if err := report.WriteMarkdown(&b, nil); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(page, []byte(string(text[:m[4]])+b.String()+string(text[m[5]:])), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(strings.Split(string(text[m[4]:m[5]]), "\n"), strings.Split(b.String(), "\n")); d != "" {
		t.Errorf("%s; go test ./reports/cost -run Page -update writes it anew (-page +run):\n%s", page, d)
	}
}
