package metric

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/reference/metrics.md anew")

// The page of metrics has every metric that a gate can name, with its unit and its range.
func TestReference(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Metrics\n\nEvery metric that `--gate`, `gates:` and the tables of a run can name; " +
		"[scores.md](../scores.md) says how each is\nmeasured, and a system's own figures are on its page. " +
		"With brackets, a metric can be narrowed, as in `cost.calls[router]`.\n" +
		"Made by `go test ./suites/metric -run TestReference -update`.\n\n" +
		"| metric | unit | from | to |\n| --- | --- | --- | --- |\n")
	for _, m := range known() {
		name := m.Name
		if m.Facet != nil {
			name += "[…]"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", name, m.Unit, bound(m.Least), bound(m.Most))
	}
	file := filepath.Join("..", "..", "docs", "reference", "metrics.md")
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(page), b.String()); d != "" {
		t.Errorf("-update writes the page (-page +metrics):\n%s", d)
	}
}

func bound(x float64) string {
	if math.IsInf(x, 1) {
		return "any"
	}
	return fmt.Sprintf("%g", x)
}
