package kept_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
)

// Systems remember libraries for all commands of their process, and yet each command reads its own project's files: two
// projects may differ in nothing but a file beside a SKILL.md.
func TestRememberedSkillsAreThoseOfTheProject(t *testing.T) {
	loaded := all(t)
	for _, amount := range []string{"200 g", "300 g"} {
		d := newDesk(t)
		d.write(t, "fixtures/skills/care/diet/amounts.md", []byte("A cat of 5 kg: "+amount+".\n"))
		var stdout, stderr bytes.Buffer
		code := cli.Call(t.Context(), &stdout, &stderr,
			[]string{"show", "claw/feed/turn-1/main-3", "--root", d.dir}, loaded...)
		if want := "A cat of 5 kg: " + amount; code != 0 || !strings.Contains(stdout.String(), want) {
			t.Errorf("exit code %d, want %q in\n%s%s", code, want, &stdout, &stderr)
		}
	}
}
