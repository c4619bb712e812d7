package scripts_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// block is a block of code on a page; a first line "# NAME" names its file.
var block = regexp.MustCompile("(?s)```(\\w*)\n(?:# (\\S+)\n)?(.*?)```")

// The page docs/coming-from.md shows the files and the commands of its script.
func TestComingFromPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "coming-from.md"))
	if err != nil {
		t.Fatal(err)
	}
	script, err := txtar.ParseFile(filepath.Join("testdata", "inputs", "coming-from.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	shown := map[string]bool{} // by text
	for _, f := range script.Files {
		files[f.Name] = string(f.Data)
	}
	for _, m := range block.FindAllStringSubmatch(string(page), -1) {
		kind, name, text := m[1], m[2], m[3]
		shown[text] = true
		switch {
		case kind == "":
			for line := range strings.Lines(text) {
				if !strings.Contains(string(script.Comment), " "+line) {
					t.Errorf("the script does not run %s", line)
				}
			}
		case name != "" && files[name] != text:
			t.Errorf("%s on the page is not that of the script", name)
		}
	}
	if len(shown) < len(files) {
		t.Errorf("%d blocks on the page, %d files in the script", len(shown), len(files))
	}
	for name, text := range files {
		if text != "" && !shown[text] {
			t.Errorf("the page does not show %s", name)
		}
	}
}
