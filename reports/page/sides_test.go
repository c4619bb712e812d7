package page

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestRowsOf(t *testing.T) {
	for _, tt := range []struct{ before, after, want string }{
		{"", "", `null`},
		{"a\nb\n", "a\nb", `null`},
		{"", "a b", `[[null,[{"m":"a b"}]]]`},
		{"a\nb", "", `[[[{"m":"a"}],null],[[{"m":"b"}],null]]`},
		{"Be brief, <please>.", "Be very brief, <please>.",
			`[[["Be brief, <please>."],["Be ",{"m":"very "},"brief, <please>."]]]`},
		{"one two", "three", `[[[{"m":"one two"}],[{"m":"three"}]]]`},
		{"1\n2\n3\n4\n5\n6\n7\n8\n9\nx y z", "1\n2\n3\n4\n5\n6\n7\n8\n9\nx y w",
			`[6,"7","8","9",[["x y ",{"m":"z"}],["x y ",{"m":"w"}]]]`},
		{"x\n1\n2\n3\n4\n5\n6\n7\ny", "1\n2\n3\n4\n5\n6\n7",
			`[[[{"m":"x"}],null],"1","2","3","4","5","6","7",[[{"m":"y"}],null]]`},
		{"a b c\nd e f", "new words\na b c!\nd e f!", // the line that was added has no partner
			`[[null,[{"m":"new words"}]],[["a b c"],["a b c",{"m":"!"}]],[["d e f"],["d e f",{"m":"!"}]]]`},
	} {
		got, err := encoded(rowsOf(tt.before, tt.after))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%q, %q (-want +got):\n%s", tt.before, tt.after, d)
		}
	}
}

// sideOf returns the lines of one side of rows as JSON has them; gaps are taken from the lines that were sent.
func sideOf(t *rapid.T, rows []any, side int, sent []string) []string {
	text, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	var read []any
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	var lines []string
	at := 0 // of sent
	for _, row := range read {
		switch row := row.(type) {
		case string:
			lines, at = append(lines, row), at+1
		case float64:
			lines, at = append(lines, sent[at:at+int(row)]...), at+int(row)
		case []any:
			if row[1] != nil {
				at++
			}
			if row[side] == nil {
				continue
			}
			line := ""
			for _, span := range row[side].([]any) {
				if mark, ok := span.(map[string]any); ok {
					span = mark["m"]
				}
				line += span.(string)
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// Both texts can be read from the rows: the golden's too, whose text the page does not have otherwise.
func TestRowsHoldBothSides(t *testing.T) {
	line := rapid.StringMatching(`[ab ]{0,6}|[a-c]( [a-c]){0,5}|龍+|<b>`)
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(line, 0, 30)
		before := lines.Draw(t, "before")
		after := lines.Draw(t, "after")
		if rapid.Bool().Draw(t, "alike") { // one edit in the same text
			at := rapid.IntRange(0, len(before)).Draw(t, "at")
			after = append(append(append([]string{}, before[:at]...), lines.Draw(t, "new")...), before[at:]...)
		}
		old, new := linesOf(strings.Join(before, "\n")), linesOf(strings.Join(after, "\n"))
		rows := rowsOf(strings.Join(before, "\n"), strings.Join(after, "\n"))
		if rows == nil {
			if d := cmp.Diff(old, new); d != "" {
				t.Fatalf("no rows, and (-old +new):\n%s", d)
			}
			return
		}
		for side, want := range [][]string{old, new} {
			if d := cmp.Diff(want, sideOf(t, rows, side, new)); d != "" {
				t.Fatalf("side %d (-want +got):\n%s", side, d)
			}
		}
	})
}
