package processes_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An editor with a YAML language server completes keys by the schemas, says what they mean, and marks a misspelt one.
func TestEditor(t *testing.T) {
	t.Parallel()
	server := os.Getenv("BEAVER_EVAL_YAML_SERVER")
	if server == "" {
		t.Skip("BEAVER_EVAL_YAML_SERVER does not name a YAML language server: the schemas are tried in no editor")
	}
	script, err := filepath.Abs(filepath.Join("testdata", "edit.cjs"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, kind := range []string{"suite", "case", "golden", "project"} {
		schema := does(t, dir, []int{0}, "check", "--schema", kind).out.String()
		writeText(t, filepath.Join(dir, kind+".json"), schema)
	}
	for name, text := range map[string]string{
		"suite.yaml":   "system: beaver\ndescriptoin: x\nreplies: {main: strict}\n",
		"case.yaml":    "turns:\n  - user: hi\n    expect:\n      reply: {contains: [a], containz: [b]}\n",
		"answer.yaml":  "turns:\n  - user: hi\n    answers:\n      main: {text: x, reasonin: y}\n",
		"golden.yaml":  "golden: 2\nsuite: s\ncase: c\ncalls: []\ncals: []\n",
		"project.yaml": "suites: s\nkeep_run: 3\n",
	} {
		kind := filepath.Base(name[:len(name)-len(".yaml")])
		if kind == "answer" {
			kind = "case"
		}
		writeText(t, filepath.Join(dir, name), "# yaml-language-server: $schema="+kind+".json\n"+text)
	}
	module := filepath.Join(server, "node_modules/yaml-language-server/out/server/src/server.js")
	cmd := exec.Command("node", script, module,
		"suite.yaml:3:2", "case.yaml:4:15", "answer.yaml:4:22", "golden.yaml:1:2", "project.yaml:1:2")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := readText(t, filepath.Join("testdata", "edit.txt"))
	if diff := cmp.Diff(want, string(out)); diff != "" {
		t.Error(diff)
	}
}
