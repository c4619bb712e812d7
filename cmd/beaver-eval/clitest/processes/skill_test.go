package processes_test

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Each command of the skill for coding agents works in a project in which a prompt has been edited, and the JSON of
// diff has the keys that the skill names.
func TestSkillForAgents(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	does(t, dir, []int{0}, "init", "--demo")
	does(t, dir, []int{0}, "init", "--skill")
	template := filepath.Join(dir, "suites", "prompts", "router.user.tmpl")
	writeText(t, template, strings.Replace(readText(t, template), "only the current", "the current", 1))
	skill := readText(t, filepath.Join(dir, ".agents", "skills", "beaver-eval", "SKILL.md"))
	commands := regexp.MustCompile(`(?m)^beaver-eval (.*?)(?:\s+#.*)?$`).FindAllStringSubmatch(skill, -1)
	if len(commands) < 10 {
		t.Fatalf("%d commands", len(commands))
	}
	id := "ID"
	for i, c := range commands {
		args := strings.Fields(strings.NewReplacer("ID", id, "CASE", "order-status").Replace(c[1]))
		codes := []int{0}
		if i == 0 || args[0] == "diff" { // the prompts differ
			codes = []int{1}
		}
		out := does(t, dir, codes, args...).out.String()
		if args[0] != "diff" {
			continue
		}
		var changed struct {
			Groups []struct {
				ID    string                           `json:"id"`
				Path  string                           `json:"path"`
				Line  int                              `json:"line"`
				Hunks []struct{ Before, After string } `json:"hunks"`
				Reach []any                            `json:"reach"`
			} `json:"groups"`
		}
		if err := json.Unmarshal([]byte(out), &changed); err != nil {
			t.Fatal(err)
		}
		if len(changed.Groups) != 1 {
			t.Fatalf("%d groups\n%.2000s", len(changed.Groups), out)
		}
		g := changed.Groups[0]
		if g.Path == "" || g.Line == 0 || len(g.Hunks) != 1 || g.Hunks[0].After == "" || len(g.Reach) != 1 {
			t.Fatalf("a group lacks what the skill names: %+v", g)
		}
		id = g.ID
	}
}
