package examples_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest/examples/project"
)

// The ways that init takes.
const (
	onInput  = "took: a process for each turn, the text on standard input"
	jsonLine = "took: a process for each case, JSON lines"
	argument = "took: a process for each turn, the text as its last argument"
)

// tooks is what init takes for a program, and what it proposes.
type tooks struct {
	code   int
	says   []string // in its output
	stages []string // rules
}

// init without a suite finds out how each example is talked to. Some need a hand: one keeps its state in the project,
// which is named, and libraries have only their tests.
func TestInitExamples(t *testing.T) {
	t.Parallel()
	want := map[string]tooks{
		"ai-sdk":    {says: []string{jsonLine}},
		"anthropic": {says: []string{jsonLine}},
		"curl":      {says: []string{onInput}},
		"experts": {2, []string{onInput, "the program wrote memory.json into the project"}, []string{
			"{name: route, when: {format: ^route$}}", "{name: voice, when: {tools: ^price$}}"}},
		"fan-out": {0, []string{onInput}, []string{
			"{name: forecaster, when: {tools: ^get_weather$}, together: true}", "{name: editor}"}},
		"go-ollama":     {says: []string{jsonLine}},
		"go-openai":     {says: []string{jsonLine}},
		"http-service":  {says: []string{`took: an HTTP service, POST /chat {"message": …}, its reply at $.answer`}},
		"langgraph":     {says: []string{jsonLine}},
		"ollama":        {says: []string{jsonLine}},
		"openai":        {says: []string{jsonLine}},
		"openai-agents": {says: []string{jsonLine}},
		"own-tests":     {code: 2, says: []string{"no program was found here"}},
		"prompt-files": {0, []string{onInput}, []string{
			"{name: information, when: {system: information}}", "{name: translate}"}},
		"pytest": {code: 2, says: []string{"no program was found here", "beaver-eval init --from-tests"}},
		"python": {says: []string{jsonLine}},
		"vitest": {code: 2, says: []string{"no program was found here", "beaver-eval init --from-tests"}},
	}
	for _, e := range project.All() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && e.Slow() {
				t.Skip("short: three runs of a client that starts slowly")
			}
			dir := e.Copy(t)
			for _, made := range []string{"beaver-eval.yaml", "suites", "fixtures", "goldens"} {
				if err := os.RemoveAll(filepath.Join(dir, made)); err != nil {
					t.Fatal(err)
				}
			}
			want[e.Name].check(t, dir)
		})
	}
}

// init adapts to programs that take their text in various ways, or lie in various places.
func TestInitAdapts(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]tooks{
		"schema": {0, []string{onInput}, []string{
			"{name: plan, when: {format: ^plan$}}", "{name: guide}"}},
		"lines":  {says: []string{"from agent.py", jsonLine}},
		"server": {says: []string{"from server.py", `took: an HTTP service, POST /api/chat {"text": …}, its reply at $.says`}},
		"bikeshop": {0, []string{"from bikeshop.py", onInput}, []string{
			"{name: expert, when: {system: expert}, together: true}", "{name: bicycles}"}},
		"makefile": {says: []string{"trying make --silent run, from Makefile", onInput}},
		"monorepo": {code: 2, says: []string{"no program was found here", "cd packages/shop && beaver-eval init"}},
		"argument": {says: []string{"from main.py", argument}},
		"tool": {0, []string{onInput}, []string{
			"{name: tickets, when: {tools: ^ticket$}}", "{name: confirm}"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := own(t, name)
			want.check(t, dir)
			if name == "monorepo" {
				tooks{says: []string{onInput}}.check(t, filepath.Join(dir, "packages", "shop"))
			}
		})
	}
}

// init --from-tests adapts to tests that know nothing of beaver-eval but its plugin: answers fit the schemas of their
// requests, each test with a request is a case, and an edit of a prompt fails those that send it.
func TestInitFromTests(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		file   string // that has the prompts
		suite  []string
		cases  []string
		beside string
	}{
		"pytest": {
			"desk.py", []string{`tests: ["pytest"]`, "{name: route, when: {format: ^route$}}", "{name: weather}"},
			[]string{"test_desk.py::test_answer[Is it windy?]", "test_desk.py::test_answer[Where is Fram?]"},
			`@pytest.mark.beaver(answers={"STAGE": …})`,
		},
		"vitest": {
			"agent.ts", []string{`tests: ["npx", "vitest", "run"]`, "{name: route, when: {format: ^route$}}", "{name: desk}"},
			[]string{"agent.test.ts > When do you open?", "agent.test.ts > My chain is broken."},
			"await beaver.answers({ STAGE: … })",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "vitest" {
				project.SkipIfQuick(t)
			}
			dir := own(t, name)
			beaverEval := pluggedIn(t, name, dir)
			out := beaverEval(0, "init", "--from-tests")
			for _, text := range []string{"4 requests", "accepted: 4 prompts of 2 cases", want.beside} {
				if !strings.Contains(out, text) {
					t.Errorf("init does not say %q:\n%s", text, out)
				}
			}
			suite, err := os.ReadFile(filepath.Join(dir, "suites", "app.yaml"))
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range want.suite {
				if !strings.Contains(string(suite), text) {
					t.Errorf("the suite lacks %s:\n%s", text, suite)
				}
			}
			listed := beaverEval(0, "list", "cases")
			for _, id := range want.cases {
				if !strings.Contains(listed, id) {
					t.Errorf("no case %s:\n%s", id, listed)
				}
			}
			beaverEval(0, "run", "--ci")
			project.Edit(t, filepath.Join(dir, want.file), "You route the", "You route all")
			if out := beaverEval(1, "run"); !strings.Contains(out, "1 line changed, 2 calls in 2 cases") {
				t.Errorf("the edit is not seen:\n%s", out)
			}
		})
	}
}

// pluggedIn makes the plugin of a test framework available to the tests of a folder, and returns what runs beaver-eval
// there, which has to end with a code.
func pluggedIn(t *testing.T, framework, dir string) func(code int, args ...string) string {
	t.Helper()
	env := []string{"NO_COLOR=1", "PYTHONDONTWRITEBYTECODE=1"}
	if framework == "pytest" {
		if lacks := project.LacksPytest(); lacks != "" {
			t.Skip(lacks)
		}
		site := t.TempDir()
		project.InstallPlugin(t, site)
		env = append(env, "PYTHONPATH="+site)
	} else {
		packages := project.Packages(t)
		if _, err := os.Stat(filepath.Join(packages, "vitest")); packages == "" || err != nil {
			t.Skip("no vitest among the packages of docs/examples")
		}
		if err := os.Symlink(packages, filepath.Join(filepath.Dir(dir), "node_modules")); err != nil {
			t.Skip(err)
		}
		project.CopyClient(t, "node", filepath.Join(dir, "node_modules"))
	}
	return func(code int, args ...string) string {
		t.Helper()
		out, notes, got := project.Execute(t, dir, "env", slices.Concat(env, []string{"beaver-eval"}, args)...)
		if got != code {
			t.Fatalf("%q: exit code %d, want %d:\n%s%s", args, got, code, out, notes)
		}
		return out + notes
	}
}

// own returns a copy of a program below testdata/init in a git repository of its own, with the module that all import.
func own(t *testing.T, name string) string {
	t.Helper()
	for _, program := range []string{"git", "python3", "make", "sh"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "init", name))); err != nil {
		t.Fatal(err)
	}
	model, err := os.ReadFile(filepath.Join("testdata", "init", "model.py"))
	if err != nil {
		t.Fatal(err)
	}
	at := dir
	if name == "monorepo" {
		at = filepath.Join(dir, "packages", "shop")
	}
	project.Write(t, filepath.Join(at, "model.py"), string(model))
	if _, notes, code := project.Execute(t, dir, "git", "init", "--quiet"); code != 0 {
		t.Fatal(notes)
	}
	return dir
}

// check runs init in a folder. If it is content, the next run passes and sends the same.
func (want tooks) check(t *testing.T, dir string) {
	t.Helper()
	out, notes, code := project.Execute(t, dir, "beaver-eval", "init")
	for _, text := range want.says {
		if !strings.Contains(out+notes, text) {
			t.Errorf("init does not say %q", text)
		}
	}
	if code != want.code || t.Failed() {
		t.Fatalf("exit code %d, want %d:\n%s%s", code, want.code, out, notes)
	}
	suite, err := os.ReadFile(filepath.Join(dir, "suites", "app.yaml"))
	if err != nil && code == 0 {
		t.Fatal(err)
	}
	var rules []string
	for _, found := range regexp.MustCompile(`(?m)^    - (\{.*\})  #`).FindAllStringSubmatch(string(suite), -1) {
		rules = append(rules, found[1])
	}
	if !slices.Equal(rules, want.stages) {
		t.Errorf("stages:\n%s", cmp.Diff(want.stages, rules))
	}
	if code == 0 {
		project.Does(t, dir, 0, "run", "--ci")
		if !testing.Short() {
			project.Does(t, dir, 0, "run", "--twice")
		}
	}
}
