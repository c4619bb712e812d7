package rows

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

// columnsOf lists the columns of a schema named as in docs/parquet.md, with their types.
func columnsOf(prefix string, fields []parquet.Field) []string {
	var all []string
	for _, f := range fields {
		name := prefix + f.Name()
		node := parquet.Node(f)
		if f.Type().String() == "LIST" {
			name, node = name+"[]", f.Fields()[0].Fields()[0]
		}
		if !node.Leaf() {
			all = append(all, columnsOf(name+".", node.Fields())...)
			continue
		}
		all = append(all, name+" "+typeName(node))
	}
	return all
}

// typeName returns the type of a leaf as on the page; ? marks one that may be NULL.
func typeName(n parquet.Node) string {
	name, args, _ := strings.Cut(strings.ToLower(n.Type().String()), "(")
	if name == "int" {
		bits, _, _ := strings.Cut(args, ",")
		name += bits
	}
	if n.Optional() {
		name += "?"
	}
	return name
}

// documented returns the columns of docs/parquet.md by file, with their types. Every one of them has a unit and a
// meaning.
func documented(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "parquet.md"))
	if err != nil {
		t.Fatal(err)
	}
	all, file := map[string][]string{}, ""
	for line := range strings.Lines(string(text)) {
		if title, ok := strings.CutPrefix(strings.TrimSpace(line), "## "); ok {
			file = strings.TrimSuffix(title, ".parquet")
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		name, ok := strings.CutPrefix(strings.TrimSpace(cells[0]), "`")
		if !ok || len(cells) != 4 {
			continue
		}
		if strings.TrimSpace(cells[2]) == "" || strings.TrimSpace(cells[3]) == "" {
			t.Errorf("%s, %s: no unit or no meaning", file, name)
		}
		all[file] = append(all[file], strings.TrimSuffix(name, "`")+" "+strings.TrimSpace(cells[1]))
	}
	return all
}

// docs/parquet.md names every column that the code writes, with its type and in its order, and no other.
func TestParquetPage(t *testing.T) {
	want := map[string][]string{
		"calls":      columnsOf("", parquet.SchemaOf(callRow{}).Fields()),
		"cases":      columnsOf("", parquet.SchemaOf(caseRow{}).Fields()),
		"turns":      columnsOf("", parquet.SchemaOf(TurnRow{}).Fields()),
		"scores":     columnsOf("", parquet.SchemaOf(scoreRow{}).Fields()),
		"figures":    columnsOf("", parquet.SchemaOf(figureRow{}).Fields()),
		"changes":    columnsOf("", parquet.SchemaOf(changeRow{}).Fields()),
		"parts":      columnsOf("", parquet.SchemaOf(partRow{}).Fields()),
		"tools":      columnsOf("", parquet.SchemaOf(toolUseRow{}).Fields()),
		"candidates": columnsOf("", parquet.SchemaOf(CandidateRow{}).Fields()),
		"events":     columnsOf("", parquet.SchemaOf(eventRow{}).Fields()),
		"faults":     columnsOf("", parquet.SchemaOf(cellRow{}).Fields()),
		"coverage":   columnsOf("", parquet.SchemaOf(coverageRow{}).Fields()),
		"pairs":      columnsOf("", parquet.SchemaOf(PairRow{}).Fields()),
		"texts":      columnsOf("", parquet.SchemaOf(textRow{}).Fields()),
	}
	if n := len(want["calls"]); n < 40 {
		t.Fatalf("calls has %d columns: are they all here?", n)
	}
	if d := cmp.Diff(want, documented(t)); d != "" {
		t.Errorf("docs/parquet.md (-code +page):\n%s", d)
	}
}
