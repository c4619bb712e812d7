package examples_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest/examples/project"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// An edit of any line of a prompt, also of the one that a stage rule looks at, is shown as that edit, and no case ends
// in an error. Short tests edit the first line of the agents whose suites have stage rules.
func TestEachLineIsAnEdit(t *testing.T) {
	t.Parallel()
	for _, e := range project.All() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			if e.Slow() {
				project.SkipIfQuick(t)
			}
			whole := e.Copy(t)
			suite := read(t, filepath.Join(whole, "suites", e.Suites[0]+".yaml"))
			if testing.Short() && !strings.Contains(suite, "when:") {
				t.Skip("no rule looks at a line of its prompts: only whole tests edit them")
			}
			lines := 0
			for _, begin := range beginnings(t, whole) {
				for _, agent := range e.Agents {
					source := read(t, filepath.Join(whole, agent))
					if strings.Count(source, begin) != 1 || testing.Short() && lines > 0 {
						continue
					}
					lines++
					edited := strings.Replace(begin, " ", " rather ", 1)
					dir := e.Copy(t)
					project.Write(t, filepath.Join(dir, agent), strings.Replace(source, begin, edited, 1))
					shownAsEdit(t, e, dir, begin)
				}
			}
			if lines == 0 {
				t.Error("no line of a golden stands in the agent")
			}
		})
	}
}

// shownAsEdit checks that a run fails only since one edit waits to be accepted. One of a heading renames its section
// too.
func shownAsEdit(t *testing.T, e project.Example, dir, line string) {
	t.Helper()
	out := project.Does(t, dir, 1, e.Run("--format", "json")...)
	var got struct {
		Failed  int
		Prompts struct{ Changed, New, Missing int }
		Edits   []struct {
			Change string
			Hunks  []struct{ New string }
		}
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	if n := len(got.Edits); n == 2 && line[0] == '#' && got.Edits[0].Change == "renamed" {
		got.Edits = got.Edits[1:]
	}
	if got.Failed > 0 || got.Prompts.New+got.Prompts.Missing > 0 || got.Prompts.Changed == 0 || len(got.Edits) != 1 ||
		len(got.Edits[0].Hunks) == 0 || !strings.Contains(got.Edits[0].Hunks[0].New, "rather") {
		t.Errorf("%q is not shown as one edit:\n%s", line, out)
	}
}

// beginnings returns the first four words of each line of the goldens' system messages, each once.
func beginnings(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "goldens", "*", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	seen := map[string]bool{}
	for _, name := range files {
		f, err := goldens.Read(name, []byte(read(t, name)))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range f.Calls {
			for _, m := range c.Messages {
				if m.Role != pipeline.RoleSystem && m.Role != "developer" {
					continue
				}
				for line := range strings.Lines(m.Content()) {
					words := strings.Fields(line)
					begin := strings.Join(words[:min(4, len(words))], " ")
					if len(words) > 1 && !seen[begin] {
						seen[begin] = true
						all = append(all, begin)
					}
				}
			}
		}
	}
	return all
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
