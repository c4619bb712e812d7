package table_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/reports"
)

func TestTable(t *testing.T) {
	var b strings.Builder
	err := reports.Table(&b, []reports.Column{{Title: "case"}, {Title: "calls", Right: true}, {Title: "note"}}, [][]string{
		{"hello", "2", "a | b"}, {"海狸", "1234", ""}, {"red \x1b[31m", "0", "two\nlines\t\u202e"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `case            calls  note
----------------------------------------------
hello               2  a | b
海狸             1234
red \u001b[31m      0  two\nlines\t\u202e
`
	got := strings.Split(b.String(), "\n")
	wanted := strings.Split(want, "\n")
	for i := range got { // the line under the titles is as long as the table is wide
		if strings.Trim(got[i], "-") == "" && got[i] != "" {
			got[i], wanted[i] = "-", "-"
		}
	}
	if d := cmp.Diff(wanted, got); d != "" {
		t.Errorf("table (-want +got):\n%s", d)
	}
}

func TestTableWithoutRows(t *testing.T) {
	var b strings.Builder
	if err := reports.Table(&b, []reports.Column{{Title: "path"}, {Title: "kind"}}, nil); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(b.String(), "path  kind\n") {
		t.Errorf("no titles in\n%s", b.String())
	}
}

// No cell breaks its row or reaches the terminal as anything but text; what is harmless stays as it is.
func TestPrintable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		got := reports.Printable(s)
		if i := strings.IndexFunc(got, func(r rune) bool {
			return r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r == 0x2028
		}); i >= 0 {
			t.Fatalf("%q holds %q", got, got[i:])
		}
		if again := reports.Printable(got); again != got {
			t.Fatalf("printed twice it is %q, then %q", got, again)
		}
	})
	for _, s := range []string{"", "plain", "海狸 😀", `back\slash`, "naïve"} {
		if got := reports.Printable(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
}
