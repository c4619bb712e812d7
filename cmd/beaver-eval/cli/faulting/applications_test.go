package faulting

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/shell"
	"github.com/beaver-eval/beaver-eval/suites/appfaults"
)

// Of many cells the first are shown, unless somebody wants all; those that are as intended never are. What a program
// has written reaches no terminal as it is.
func TestCellsShown(t *testing.T) {
	t.Parallel()
	r := appfaults.NewReport()
	for i := range 25 {
		for _, v := range []appfaults.Verdict{appfaults.Other, appfaults.Retried} {
			r.Cells = append(r.Cells, appfaults.Cell{
				Suite: "s", Case: "c", Path: fmt.Sprintf("turn-%d/chat-1.1", i+1), Stage: "chat", Fault: "429",
				Verdict: v, Why: "says \x1b[31mred\x1b[0m " + strings.Repeat("x", 500),
			})
		}
	}
	for full, want := range map[bool]int{false: 20, true: 25} {
		var out bytes.Buffer
		a := &app{shell.New(&out, &out, func(string) string { return "" })}
		a.notIntended(r, full)
		text := out.String()
		if n := strings.Count(text, ": other: "); n != want || strings.Contains(text, "retried") {
			t.Errorf("full %v: %d lines, want %d", full, n, want)
		}
		if strings.Contains(text, "and 5 cells more: --full shows all\n") == full || strings.Contains(text, "\x1b") {
			t.Errorf("full %v:\n%s", full, text)
		}
		for line := range strings.Lines(text) {
			if len(line) > 400 {
				t.Errorf("a line of %d bytes", len(line))
			}
		}
	}
}
