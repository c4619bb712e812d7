//go:build unix

package processes_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
)

// shards is how many shards the recipes of docs/many-machines.md have.
const shards = 4

// manyMachines returns the YAML blocks of docs/many-machines.md.
func manyMachines(t *testing.T) []*strict.Node {
	t.Helper()
	const page = "../../../../docs/many-machines.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var blocks []*strict.Node
	for _, m := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllSubmatch(text, -1) {
		block, err := strict.ParseYAML(page, m[1])
		if err != nil {
			t.Fatal(err)
		}
		blocks = append(blocks, block)
	}
	if len(blocks) != 4 {
		t.Fatalf("%d recipes, want those of GitHub, of GitLab, and two of Kubernetes", len(blocks))
	}
	return blocks
}

// machine is a copy of a project, in which a script of a recipe runs.
type machine struct {
	dir string
	env []string
}

func newMachine(t *testing.T, project string) machine {
	t.Helper()
	dir := copied(t, project)
	const program = "#!/bin/sh\nexec beaver-eval \"$@\"\n"
	if err := os.WriteFile(filepath.Join(dir, "beaver-eval"), []byte(program), 0o700); err != nil {
		t.Fatal(err)
	}
	return machine{dir: dir, env: []string{"CI=true", "GITHUB_STEP_SUMMARY=" + filepath.Join(dir, "summary.md")}}
}

// runs runs a script, which has to end with an exit code.
func (m machine) runs(t *testing.T, code int, shell []string, script string, env ...string) {
	t.Helper()
	p := prepared(m.dir, append(shell, script)...)
	p.Env = slices.Concat(p.Env, m.env, env)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	if got := p.end(t); got != code {
		t.Fatalf("%s\nexit code %d, want %d\n%s%s", script, got, code, &p.out, &p.err)
	}
}

// takes copies a folder of another machine.
func (m machine) takes(t *testing.T, from machine, folder, to string) {
	t.Helper()
	if err := os.CopyFS(filepath.Join(m.dir, to), os.DirFS(filepath.Join(from.dir, folder))); err != nil {
		t.Fatal(err)
	}
}

// step returns a named step of a job on GitHub.
func step(t *testing.T, job *strict.Node, name string) *strict.Node {
	t.Helper()
	for _, s := range job.Get("steps").Items {
		if n := s.Get("name"); n != nil && n.Text == name {
			return s
		}
	}
	t.Fatalf("no step %s", name)
	return nil
}

// uses returns the step of a job on GitHub with an action.
func uses(t *testing.T, job *strict.Node, action string) *strict.Node {
	t.Helper()
	for _, s := range job.Get("steps").Items {
		if n := s.Get("uses"); n != nil && strings.HasPrefix(n.Text, action) {
			return s
		}
	}
	t.Fatalf("no step uses %s", action)
	return nil
}

var bash = []string{"bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"} // as shell: bash is on GitHub

// The scripts of docs/many-machines.md make the run that one machine makes.
func TestRecipesOfManyMachines(t *testing.T) {
	t.Parallel()
	project, _ := changed(t, 12)
	whole := newMachine(t, project)
	whole.runs(t, 1, bash, "./beaver-eval run")
	want := withPage(t, whole.dir)
	blocks := manyMachines(t)
	for name, recipe := range map[string]func(*testing.T, string) machine{
		"GitHub":     func(t *testing.T, dir string) machine { return onGitHub(t, dir, blocks[0]) },
		"GitLab":     func(t *testing.T, dir string) machine { return onGitLab(t, dir, blocks[1]) },
		"Kubernetes": func(t *testing.T, dir string) machine { return onKubernetes(t, dir, blocks[2], blocks[3]) },
	} {
		t.Run(name, func(t *testing.T) {
			wantSame(t, name, withPage(t, recipe(t, project).dir), want)
		})
	}
}

func onGitHub(t *testing.T, project string, block *strict.Node) machine {
	shard, merge := block.Get("jobs").Get("shard"), block.Get("jobs").Get("merge")
	all := shard.Get("strategy").Get("matrix").Get("shard").Items
	run, upload, to := step(t, shard, "run"), uses(t, shard, "actions/upload-artifact@"), newMachine(t, project)
	download := uses(t, merge, "actions/download-artifact@").Get("with")
	for _, k := range all {
		with := strings.NewReplacer("${{ matrix.shard }}", k.Text, "${{ strategy.job-total }}", strconv.Itoa(len(all)))
		m := newMachine(t, project)
		m.runs(t, 0, bash, run.Get("run").Text, "SHARD="+with.Replace(run.Get("env").Get("SHARD").Text))
		artifact := with.Replace(upload.Get("with").Get("name").Text)
		if ok, err := filepath.Match(download.Get("pattern").Text, artifact); !ok || err != nil {
			t.Errorf("the artifact %s is not fetched", artifact)
		}
		to.takes(t, m, upload.Get("with").Get("path").Text, filepath.Join(download.Get("path").Text, artifact))
	}
	to.runs(t, 1, bash, step(t, merge, "merge").Get("run").Text)
	to.runs(t, 0, bash, step(t, merge, "export").Get("run").Text)
	if text, err := os.ReadFile(filepath.Join(to.dir, "summary.md")); err != nil || len(text) == 0 {
		t.Errorf("no summary: %v", err)
	}
	return to
}

func onGitLab(t *testing.T, project string, block *strict.Node) machine {
	shard, to := block.Get("shard"), newMachine(t, project)
	script := func(job *strict.Node) string {
		var lines []string
		for _, line := range job.Get("script").Items[1:] { // the first one builds
			lines = append(lines, line.Text)
		}
		return strings.Join(lines, "\n")
	}
	n, err := strconv.Atoi(shard.Get("parallel").Text)
	if err != nil || n != shards {
		t.Fatalf("parallel: %d, %v", n, err)
	}
	for k := 1; k <= n; k++ {
		m := newMachine(t, project)
		m.runs(t, 0, bash, script(shard), fmt.Sprint("CI_NODE_INDEX=", k), fmt.Sprint("CI_NODE_TOTAL=", n))
		folder := shard.Get("artifacts").Get("paths").Items[0].Text
		to.takes(t, m, folder, folder)
	}
	to.runs(t, 1, bash, script(block.Get("merge")))
	return to
}

func onKubernetes(t *testing.T, project string, shard, merge *strict.Node) machine {
	to := newMachine(t, project)
	n, err := strconv.Atoi(shard.Get("spec").Get("completions").Text)
	if err != nil || n != shards {
		t.Fatalf("completions: %d, %v", n, err)
	}
	container := func(job *strict.Node) *strict.Node {
		return job.Get("spec").Get("template").Get("spec").Get("containers").Items[0]
	}
	run := func(job *strict.Node, code int, env ...string) {
		c := container(job)
		shell := []string{c.Get("command").Items[0].Text, c.Get("command").Items[1].Text}
		to.runs(t, code, shell, c.Get("args").Items[0].Text, env...)
	}
	for i := range n {
		run(shard, 0, fmt.Sprint("JOB_COMPLETION_INDEX=", i))
	}
	run(shard, 0, "JOB_COMPLETION_INDEX=1") // again, on another node
	run(merge, 1)
	return to
}

// The manifests of docs/many-machines.md are Jobs, and a misspelt key is none.
func TestManifestsOfManyMachines(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("testdata", "job.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	check := func(text []byte) error {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
		return errors.Join(err, schema.Validate(v))
	}
	for _, block := range manyMachines(t)[2:] {
		text := []byte(block.JSON())
		if !json.Valid(text) {
			t.Fatalf("no JSON: %s", text)
		}
		if err := check(text); err != nil {
			t.Error(err)
		}
		for _, wrong := range []string{"restartPolicy", "mountPath", "claimName", "template"} {
			if check([]byte(strings.Replace(string(text), `"`+wrong+`"`, `"`+wrong+`s"`, 1))) == nil {
				t.Errorf("%ss is taken for a key", wrong)
			}
		}
	}
}
