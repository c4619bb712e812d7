package app

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// docs/own-application.md has a row for each key of the block and of when, and names each variable that leads to the
// proxy.
func TestPageHasEachKey(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "own-application.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := ""
	for line := range strings.Lines(string(page)) {
		if cell, _, ok := strings.Cut(strings.TrimPrefix(line, "| "), " | "); ok && strings.HasPrefix(line, "| ") {
			rows += cell + "\n"
		}
	}
	var names []string
	for _, of := range []any{Block{}, When{}} {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(of)) {
			names = append(names, f.Tag.Get("json"))
		}
	}
	d, err := OpenProxy(Setup{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for name := range variables(d, "case", "dir", false) {
		if _, telemetry := quiet[name]; !telemetry && strings.ToUpper(name) == name {
			names = append(names, name)
		}
	}
	if len(names) < 25 {
		t.Fatalf("only %d names: %q", len(names), names)
	}
	for _, name := range names {
		if !strings.Contains(rows, "`"+name+"`") {
			t.Errorf("docs/own-application.md has no row for %s", name)
		}
	}
}
