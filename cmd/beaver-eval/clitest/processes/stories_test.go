package processes_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest/examples/project"
)

// A story leads from an empty folder to a reviewed prompt of an agent that a test runner drives. Its commands print
// what it shows, and it says how many commands and lines its reader types. Quick tests follow the one on go test.
func TestStories(t *testing.T) {
	t.Parallel()
	for _, s := range []struct {
		page     string
		programs []string
		client   string // of this repository, which the reader installs: python, node; empty: none
	}{
		{"gotest.md", []string{"go"}, ""},
		{"pytest.md", []string{"pytest"}, "python"},
		{"vitest.md", []string{"node", "npm"}, "node"},
	} {
		t.Run(s.page, func(t *testing.T) {
			t.Parallel()
			if s.client != "" {
				project.SkipIfQuick(t)
			}
			for _, program := range append(s.programs, "bash", "git", "sed") {
				if _, err := exec.LookPath(program); err != nil {
					t.Skipf("no %s: %s is not tried", program, s.page)
				}
			}
			dir := filepath.Join(t.TempDir(), "shop")
			shell := asSomebody
			switch s.client {
			case "node":
				link(t, filepath.Join(filepath.Dir(dir), "node_modules"))
				project.CopyClient(t, s.client, filepath.Join(dir, "node_modules"))
			case "python":
				shell += withPlugin(t)
			}
			follow(t, dir, s.page, shell)
			page := readText(t, filepath.Join("..", "..", "..", "..", "docs", s.page))
			if want := typing(page); !strings.Contains(page, want) {
				t.Errorf("docs/%s does not say that its reader types %s", s.page, want)
			}
		})
	}
}

// typing counts what the reader of a page types: commands, and lines of files.
func typing(page string) string {
	commands, lines := 0, 0
	fence := regexp.MustCompile("(?ms)(^`[^`\n]+`:\n\n)?^```([a-z]*)\n(.*?)^```$")
	for _, m := range fence.FindAllStringSubmatch(page, -1) {
		switch text := m[3]; {
		case m[1] != "":
			lines += strings.Count(text, "\n")
		case m[2] == "sh":
			commands += strings.Count(text, "\n")
		default:
			commands += strings.Count("\n"+text, "\n$ ")
		}
	}
	return fmt.Sprintf("%d commands and %d lines", commands, lines)
}
