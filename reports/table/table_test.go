package table_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/reports/table"
)

func TestTable(t *testing.T) {
	var b strings.Builder
	err := table.Write(&b, []table.Column{table.Text("case"), table.Number("calls"), table.Text("note")}, [][]string{
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
	if err := table.Write(&b, []table.Column{table.Text("path"), table.Text("kind")}, nil); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(b.String(), "path  kind\n") {
		t.Errorf("no titles in\n%s", b.String())
	}
}

// A table is fitted to a terminal; without one, no name is cut.
func TestTableFits(t *testing.T) {
	long := strings.Repeat("name", 30)
	for _, width := range []int{40, 80, 100, 200, 0} {
		var b strings.Builder
		columns := []table.Column{table.Text("case"), table.Number("calls")}
		if err := table.WriteFit(&b, width, columns, [][]string{{long, "7"}}); err != nil {
			t.Fatal(err)
		}
		last := strings.Split(strings.TrimSpace(b.String()), "\n")[2]
		whole := strings.Contains(last, long)
		if n := len([]rune(last)); whole != (width == 0 || width == 200) || width > 0 && n > width {
			t.Errorf("width %d: %d columns: %s", width, n, last)
		}
	}
}
