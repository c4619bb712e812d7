package processes_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/recording.svg anew")

// docs/recording.svg, which the README shows, has the program's output for the agent of docs/tutorial-python.md, from
// init to an accepted edit: `make recording` writes it.
func TestRecording(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"bash", "python3", "sed"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("no %s: the recording is not made", program)
		}
	}
	docs := filepath.Join("..", "..", "..", "..", "docs")
	agent := regexp.MustCompile("(?ms)^`agent.py`:\n\n```python\n(.*?)^```$")
	shown := agent.FindStringSubmatch(readText(t, filepath.Join(docs, "tutorial-python.md")))
	if shown == nil {
		t.Fatal("docs/tutorial-python.md shows no agent.py")
	}
	dir := t.TempDir()
	writeText(t, filepath.Join(dir, "agent.py"), shown[1])
	var screens [][]string
	for _, commands := range [][]string{
		{"beaver-eval init"},
		{"beaver-eval run"},
		{"sed -i 's/Answer in one sentence/Answer in one short sentence/' agent.py", "beaver-eval run"},
		{"beaver-eval diff"},
		{"beaver-eval accept --all", "beaver-eval run -q"},
	} {
		var lines []string
		for _, command := range commands {
			lines = append(append(lines, "$ "+command), withoutSeconds(typed(t, dir, command))...)
		}
		screens = append(screens, lines)
	}
	now := terminal(screens)
	file := filepath.Join(docs, "recording.svg")
	if *update {
		writeText(t, file, now)
	}
	if d := cmp.Diff(readText(t, file), now); d != "" {
		t.Errorf("`make recording` writes docs/recording.svg anew (-file +now):\n%s", d)
	}
}

// typed returns what a command prints on standard output. An edit under review ends with exit code 1.
func typed(t *testing.T, dir, command string) []string {
	t.Helper()
	cmd := exec.Command("bash", "-c", command)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "CI=", "GITHUB_ACTIONS=")
	out, err := cmd.Output()
	if e, ok := errors.AsType[*exec.ExitError](err); ok && e.ExitCode() != 1 || err != nil && !ok {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	text := strings.TrimRight(string(out), "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// terminal draws screens of a terminal, one after the other, in a loop; with reduced motion only the third is shown,
// which has the edit.
func terminal(screens [][]string) string {
	const seconds, row, column, margin, still = 4, 18, 8, 16, 2
	wide, high := 0, 0
	for _, lines := range screens {
		high = max(high, len(lines))
		for _, line := range lines {
			wide = max(wide, len([]rune(line)))
		}
	}
	width, height := 2*margin+wide*column, 2*margin+high*row
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img">
<title>beaver-eval in a terminal: init, run, an edit of a prompt, run, diff, accept</title>
<style>
text { font: 13px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d6dbe0; white-space: pre }
.typed { fill: #ffffff; font-weight: bold } .new { fill: #7ee787 } .old { fill: #ff9b94 }
.screen { opacity: 0; animation: shown %ds step-end infinite }
@keyframes shown { 0%% { opacity: 1 } %d%% { opacity: 0 } }
@media (prefers-reduced-motion: reduce) { .screen { animation: none } .still { opacity: 1 } }
</style>
<rect width="100%%" height="100%%" rx="8" fill="#161b22" stroke="#57606a"/>
`, width, height, seconds*len(screens), 100/len(screens))
	for i, lines := range screens {
		class := "screen"
		if i == still {
			class += " still"
		}
		fmt.Fprintf(&b, "<g class=%q style=\"animation-delay: %ds\">\n", class, i*seconds)
		for n, line := range lines {
			if line == "" {
				continue
			}
			fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" xml:space=\"preserve\"%s>%s</text>\n",
				margin, margin+(n+1)*row-5, len([]rune(line))*column, colour(line), escaped(line))
		}
		b.WriteString("</g>\n")
	}
	return b.String() + "</svg>\n"
}

// colour returns the class of a line: what was typed, what is new and what was there before.
func colour(line string) string {
	switch {
	case strings.HasPrefix(line, "$ "):
		return ` class="typed"`
	case strings.HasPrefix(line, "  +"), strings.HasPrefix(line, "ok: "):
		return ` class="new"`
	case strings.HasPrefix(line, "  -"), strings.HasPrefix(line, "FAILS: "):
		return ` class="old"`
	}
	return ""
}

func escaped(line string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(line)) // a buffer takes everything
	return b.String()
}
