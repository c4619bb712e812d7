//go:build unix

package scripts_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/starter"
	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// A red run on a terminal of 80 columns and 24 rows ends with what matters: each edit beside its words, the verdict
// with the tokens of all edits, and what to do next. No row is too wide for it, so the terminal breaks no word.
func TestRedRunFitsATerminal(t *testing.T) {
	t.Parallel()
	edits := [][3]string{
		{"router.user.tmpl", "- Judge the current", "- Assess the current"},
		{"router.system.tmpl", "Return compact JSON only.", "Return one line of JSON only."},
		{"router.user.tmpl", "Current user message:", "What the user says:"},
		{"main.system.tmpl", "Use the material", "Make use of the material"},
		{"planner.system.tmpl", "You choose the execution mode", "You choose the mode"},
		{"planner.user.tmpl", "Otherwise use mode=single.", "Otherwise use mode=single.\nNever use mode=team when " +
			"the Task needs fewer than three tool calls, or when the user has asked for a short answer."},
		{"guidance.system.tmpl", "Return JSON only", "Answer in JSON only"},
		{"router.user.tmpl", "Choose exactly one of the", "Choose just one of the"},
	}
	for name, edits := range map[string][][3]string{"one edit": edits[5:6], "eight edits": edits} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir, starter.Files()); err != nil {
				t.Fatal(err)
			}
			do(t, dir, 0, "init", "--templates", "p")
			for _, e := range edits {
				replaceIn(t, filepath.Join(dir, "p", e[0]), e[1], e[2])
			}
			code, said := start(t, program(dir, "run", "--no-report", "--prompts", "p"), 80, 24).end()
			rows := strings.Split(strings.TrimSuffix(said, "\n"), "\n")
			for _, row := range rows {
				if printable.Width(row) > 80 {
					t.Errorf("a row of %d columns: %q", printable.Width(row), row)
				}
			}
			shown := strings.Join(rows[max(0, len(rows)-23):], "\n") // and the prompt of the shell
			if n := strings.Count(shown, "edited   "); code != 1 || n != len(edits) {
				t.Errorf("exit code %d, and %d of %d edits are on the screen of\n%s", code, n, len(edits), said)
			}
			beside := regexp.MustCompile(`(?m)^edited .*\n(  [^-+].*\n)?  [-+]`)
			if n := len(beside.FindAllString(shown, -1)); n != len(edits) {
				t.Errorf("%d of %d edits have their words beside them:\n%s", n, len(edits), shown)
			}
			verdict := `FAILS: \d+ changed prompts in \d+ cases, about [-+][\d,]+ tokens in all edits \([-+][\d.]+ %\)`
			next := "next: `beaver-eval review --from p`, or `beaver-eval accept --all --from p` " +
				`\(or CASE, --cause ID\)$`
			if !regexp.MustCompile(verdict + " " + next).MatchString(strings.Join(strings.Fields(shown), " ")) {
				t.Errorf("the end is not verdict and next step:\n%s", shown)
			}
		})
	}
}
