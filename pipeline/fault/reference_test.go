package fault

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/reference/faults.md anew")

// The page of faults has every fault, with what it is and what can meet it.
func TestReference(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Faults\n\nEvery fault that `--fault` and `faults:` can name. [fallbacks.md](../fallbacks.md) " +
		"says what a system has to make of each,\n[faults-applications.md](../faults-applications.md) what happens " +
		"to a program. Made by `go test ./pipeline/fault\n-run TestReference -update`.\n\n" +
		"| fault | class | what happens | systems | applications |\n| --- | --- | --- | --- | --- |\n")
	systems, applications := Names(OfSystems()), Names(OfApplications())
	for _, f := range All() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", f.Name, f.Class, strings.ReplaceAll(f.Says, "|", `\|`),
			yes(slices.Contains(systems, f.Name)), yes(slices.Contains(applications, f.Name)))
	}
	file := filepath.Join("..", "..", "docs", "reference", "faults.md")
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
		t.Errorf("-update writes the page (-page +faults):\n%s", d)
	}
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return ""
}
