package main

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
)

// recipe is a file that a CI service reads.
type recipe struct {
	name string
	text string
	root *strict.Node
}

func readRecipe(t *testing.T, name string) recipe {
	t.Helper()
	text := readText(t, name)
	return parseRecipe(t, name, text)
}

func parseRecipe(t *testing.T, name, text string) recipe {
	t.Helper()
	root, err := strict.ParseYAML(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return recipe{name, text, root}
}

// recipes returns the files, and what docs/ci.md and docs/many-machines.md show beside them.
func recipes(t *testing.T) []recipe {
	all := []recipe{readRecipe(t, ".github/workflows/prompts.yml"), readRecipe(t, "docs/gitlab-ci.yml")}
	block := regexp.MustCompile("(?s)```yaml\n(.*?)```")
	for _, page := range []string{"docs/ci.md", "docs/many-machines.md"} {
		for _, text := range block.FindAllStringSubmatch(readText(t, page), -1) {
			all = append(all, parseRecipe(t, page, text[1]))
		}
	}
	if len(all) != 14 {
		t.Fatalf("%d recipes, want 2 files, and 8 and 4 blocks", len(all))
	}
	return all
}

// docs/ci.md shows the files as they are.
func TestCIPage(t *testing.T) {
	page := readText(t, "docs/ci.md")
	for _, name := range []string{".github/workflows/prompts.yml", "docs/gitlab-ci.yml"} {
		if r := readRecipe(t, name); !strings.Contains(page, "\n```yaml\n"+r.text+"```\n") {
			t.Errorf("docs/ci.md does not show %s as it is", name)
		}
	}
}

// shell calls visit with the parts of a recipe that a shell runs.
func shell(n *strict.Node, visit func(text string)) {
	for i, key := range n.Keys {
		switch value := n.Items[i]; {
		case key.Name == "run" && value.Kind == strict.String:
			visit(value.Text)
		case strings.HasSuffix(key.Name, "script") && len(value.Items) > 0:
			var lines []string
			for _, line := range value.Items {
				lines = append(lines, line.Text)
			}
			visit(strings.Join(lines, "\n"))
		}
	}
	for _, child := range n.Items {
		shell(child, visit)
	}
}

func TestRecipesAreShell(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash: the recipes are not read by one")
	}
	count := 0
	for _, r := range recipes(t) {
		shell(r.root, func(text string) {
			count++
			cmd := exec.Command(bash, "-n")
			cmd.Stdin = strings.NewReader(text)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s%s", r.name, err, text, out)
			}
			if strings.Contains(text, "${{") {
				t.Errorf("%s: an expression inside a script is code that others may write:\n%s", r.name, text)
			}
		})
	}
	if count != 28 {
		t.Errorf("%d scripts, want 6 and 3, twice, 1 and 2, and 5 and 2", count)
	}
}

// Foreign code gets no rights: no workflow runs it with secrets, actions are pinned, and workflows have only read
// access.
func TestRecipesAreCareful(t *testing.T) {
	for _, r := range recipes(t) {
		if strings.Contains(r.text, "pull_request_target") {
			t.Errorf("%s: pull_request_target", r.name)
		}
		for _, use := range regexp.MustCompile(`uses: (\S+)`).FindAllStringSubmatch(r.text, -1) {
			if !regexp.MustCompile(`^(actions/[a-z-]+|beaver-eval/beaver-eval)@v[0-9]+$`).MatchString(use[1]) {
				t.Errorf("%s: %s is not pinned, or neither GitHub's nor ours", r.name, use[1])
			}
		}
	}
	workflow := readRecipe(t, ".github/workflows/prompts.yml")
	may := workflow.root.Get("permissions")
	if may == nil || len(may.Items) == 0 {
		t.Fatal("the workflow has all permissions")
	}
	for i, p := range may.Items {
		if p.Text != "read" {
			t.Errorf("permission %s: %s", may.Keys[i].Name, p.Text)
		}
	}
}
