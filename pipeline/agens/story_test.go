package agens

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The prompts in the page's story are those of the case's golden.
func TestThePageTellsWhatIsSent(t *testing.T) {
	page, err := os.ReadFile("../../docs/systems/agens.md")
	if err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile("../../goldens/agens/a-reading-evening.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, story, _ := strings.Cut(string(page), "## Walkthrough")
	sent := 0
	for i, block := range regexp.MustCompile("(?m)^(?:```|````)$").Split(story, -1) {
		if i%2 == 0 { // prose; or a nested fence
			continue
		}
		for _, line := range strings.Split(block, "\n") {
			about := strings.HasPrefix(line, "--- ") || strings.HasPrefix(line, `{"body":`) ||
				regexp.MustCompile(`^\[.* tokens\]$`).MatchString(line)
			if line == "" || about {
				continue
			}
			if sent++; !strings.Contains(string(golden), line) {
				t.Errorf("nothing that is sent says %q", line)
			}
		}
	}
	if sent < 20 {
		t.Errorf("only %d lines are told", sent)
	}
}
