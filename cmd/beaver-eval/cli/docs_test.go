package cli_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// What docs/own-system.md shows is what TestOwnSystem builds and runs.
func TestOwnSystemPage(t *testing.T) {
	page := readText(t, filepath.Join("..", "..", "..", "docs", "own-system.md"))
	for _, file := range []string{"main.go.txt", "project/suites/helpdesk.yaml", "project/fixtures/conversations/opening-hours.yaml"} {
		text := readText(t, filepath.Join("testdata", "ownsystem", filepath.FromSlash(file)))
		if !strings.Contains(page, "\n"+text+"```\n") {
			t.Errorf("docs/own-system.md does not show %s as it is", file)
		}
	}
}
