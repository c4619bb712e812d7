package printable_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// wrapped returns the rows of a line on a terminal.
func wrapped(line string, columns int) []string {
	spans, indent := printable.Breaks(line, columns)
	var rows []string
	for i, s := range spans {
		row := line[s[0]:s[1]]
		if i > 0 {
			row = strings.Repeat(" ", indent) + row
		}
		rows = append(rows, row)
	}
	return rows
}

func TestBreaks(t *testing.T) {
	for _, tt := range []struct {
		line    string
		columns int
		want    []string
	}{
		{"", 10, []string{""}},
		{"one two three", 0, []string{"one two three"}},
		{"one two three", 13, []string{"one two three"}},
		{"one two three", 12, []string{"one two", "  three"}},
		{"  +one two three", 12, []string{"  +one two", "    three"}},
		{"go on with `be accept --all`, or not", 20, []string{"go on with", "  `be accept --all`,", "  or not"}},
		{"a `command that no row has room for at all`", 20,
			[]string{"a `command that no", "  row has room for", "  at all`"}},
		{"a wordthatistoolongforarow b", 10, []string{"a", "  wordthat", "  istoolon", "  gforarow", "  b"}},
		{"海狸海狸海狸", 5, []string{"海狸", "  海", "  狸", "  海", "  狸"}},
		{"tokens in all (+1.1 %)", 20, []string{"tokens in all", "  (+1.1 %)"}},
		{"long (as the whole row)", 16, []string{"long (as the", "  whole row)"}},
		{"   ++", 4, []string{"++"}},
		{"an open ` backquote here", 16, []string{"an open `", "  backquote here"}},
	} {
		if d := cmp.Diff(tt.want, wrapped(tt.line, tt.columns)); d != "" {
			t.Errorf("%q in %d columns (-want +got):\n%s", tt.line, tt.columns, d)
		}
	}
}

// Only blanks are lost, no row is too wide, and a word is cut only if it fits into no row.
func TestBreaksAnyLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := printable.Line(rapid.StringMatching("( {0,9}[a-zé海`+]{1,30}){0,9} {0,3}").Draw(t, "line"))
		columns := rapid.IntRange(4, 60).Draw(t, "columns")
		rows := wrapped(line, columns)
		squeezed := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		if squeezed(strings.Join(rows, "")) != squeezed(line) || len(rows) != printable.Rows(line, columns) {
			t.Fatalf("%q became %q", line, rows)
		}
		var words []string
		for i, row := range rows {
			if printable.Width(row) > columns {
				t.Fatalf("row %d of %d columns is %q", i, columns, row)
			}
			words = append(words, strings.Fields(row)...)
		}
		for _, word := range strings.Fields(line) {
			if printable.Width(word) <= columns/2 && !strings.Contains(strings.Join(words, "\n"), word) {
				t.Fatalf("%q is cut in %q", word, rows)
			}
		}
	})
}
