package secrets

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

var update = flag.Bool("update", false, "write the table of issuers in docs/security.md anew")

// issuerTable returns the table of issuers in docs/security.md.
func issuerTable() string {
	marks, kinds := map[string][]string{}, map[string][]string{}
	var names []string
	for _, s := range issuers() {
		if marks[s.issuer] == nil {
			names = append(names, s.issuer)
		}
		kind := s.finding(0, 0).Kind
		if !slices.Contains(kinds[s.issuer], "`"+kind+"`") {
			kinds[s.issuer] = append(kinds[s.issuer], "`"+kind+"`")
		}
		for _, mark := range s.marks {
			shown := "`" + mark + "…`"
			if s.front != nil {
				shown = "`…" + mark + "…`"
			}
			if !slices.Contains(marks[s.issuer], shown) {
				marks[s.issuer] = append(marks[s.issuer], shown)
			}
		}
	}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	var b strings.Builder
	b.WriteString("| issuer | keys | kind |\n| --- | --- | --- |\n")
	for _, name := range names {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", name, strings.Join(marks[name], " "), strings.Join(kinds[name], ", "))
	}
	return b.String()
}

// docs/security.md lists the known issuers.
func TestDocs(t *testing.T) {
	const begin, end = "<!-- issuers -->\n", "<!-- /issuers -->"
	file := filepath.Join("..", "..", "docs", "security.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	table, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no %s", file, begin)
	}
	if *update {
		if err := os.WriteFile(file, []byte(before+begin+issuerTable()+end+after), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(issuerTable(), table); d != "" {
		t.Errorf("%s (-want +got), written anew by go test ./pipeline/secrets -update:\n%s", file, d)
	}
}
