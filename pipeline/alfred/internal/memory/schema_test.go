package memory

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Act's schema has exactly the columns of the tables.
func TestF0SchemaIsThatOfTheTables(t *testing.T) {
	for _, table := range Kitchen().Tables {
		var told []string
		for _, c := range columns(table.Name) {
			told = append(told, c.name)
		}
		if d := cmp.Diff(table.Columns, told); d != "" {
			t.Errorf("%s (-table +prompt):\n%s", table.Name, d)
		}
	}
}

func TestF6Schema(t *testing.T) {
	if got := Schema("garage"); len(got) != 0 {
		t.Errorf("a subdomain that does not exist has %s", got)
	}
	once, twice := Schema("recipes", "tasks").String(), Schema("recipes", "tasks", "recipes", "x").String()
	if d := cmp.Diff(once, twice); d != "" {
		t.Errorf("a table stands twice:\n%s", d)
	}
}
