package examples_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest/examples/project"
)

// runner is a test runner for which docs/own-application.md has the lines that name each test's case.
type runner struct {
	name    string
	lines   string // how its lines begin on the page: the language of the fence
	file    string // that has them, where HERE stands
	files   map[string]string
	command []string
	cases   []string
}

var runners = []runner{
	{
		name: "pytest", lines: "python", command: []string{"pytest", "-q", "-p", "no:cacheprovider"},
		file: "conftest.py", cases: []string{`test_city[Bod\xf8/Nord]`, "test_city[a b]", "test_oslo"},
		files: map[string]string{
			"conftest.py": "import os\nimport urllib.parse\n\nimport pytest\n\n\nHERE",
			"test_desk.py": `import json, os, urllib.request
import pytest

def answer(text):
    body = json.dumps({"model": "m", "messages": [{"role": "user", "content": text}]}).encode()
    with urllib.request.urlopen(os.environ["OPENAI_BASE_URL"] + "/chat/completions", data=body) as answer:
        return json.load(answer)["choices"][0]["message"]["content"]

def test_oslo():
    assert "sunny" in answer("Oslo?")

@pytest.mark.parametrize("city", ["Bodø/Nord", "a b"])
def test_city(city):
    assert "sunny" in answer(city)

def test_alone():
    with pytest.raises(OSError):
        urllib.request.urlopen("https://spans.example.com/v1")
`,
		},
	},
	{
		name: "vitest", lines: "ts", command: []string{"node", "../node_modules/vitest/vitest.mjs", "run"},
		file: "model.ts", cases: []string{"city Bodø/Nord", "city a b", "oslo"},
		files: map[string]string{
			"model.ts":          "HERE",
			"package.json":      `{"type": "module"}`,
			"vitest.config.mjs": `export default { test: { setupFiles: ['./model.ts'] } }`,
			"desk.test.ts": `import { expect, test } from 'vitest'

async function answer(content: string): Promise<string> {
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(process.env.OPENAI_BASE_URL + '/chat/completions', { method: 'POST', headers, body })
  return (await response.json()).choices[0].message.content
}

test('oslo', async () => expect(await answer('Oslo?')).toContain('sunny'))
test.each(['Bodø/Nord', 'a b'])('city %s', async (city) => expect(await answer(city)).toContain('sunny'))
`,
		},
	},
	{
		name: "go", lines: "go", command: []string{"go", "test", "./..."},
		file: "desk_test.go", cases: []string{"TestCity/Bodø/Nord", "TestCity/a_b", "TestOslo"},
		files: map[string]string{
			"go.mod": "module example.org/desk\n\ngo 1.26.0\n",
			"desk_test.go": `package desk

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
)

HERE

func ask(t *testing.T, text string) {
	model(t)
	body := strings.NewReader(` + "`" + `{"model": "m", "messages": [{"role": "user", "content": "` + "` + text + `" + `"}]}` +
				"`" + `)
	resp, err := http.Post(os.Getenv("OPENAI_BASE_URL")+"/chat/completions", "application/json", body)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(resp.Body)
	if err != nil || !strings.Contains(string(answer), "sunny") {
		t.Errorf("%v: %s", err, answer)
	}
}

func TestOslo(t *testing.T) { ask(t, "Oslo?") }

func TestCity(t *testing.T) {
	for _, city := range []string{"Bodø/Nord", "a b"} {
		t.Run(city, func(t *testing.T) { ask(t, city) })
	}
}
`,
		},
	},
}

// The lines of docs/own-application.md for each test runner make each test a case of its own.
func TestOwnTests(t *testing.T) {
	t.Parallel()
	for _, r := range runners {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			if r.name == "vitest" || r.name == "go" {
				project.SkipIfQuick(t)
			}
			dir := r.project(t)
			run := append([]string{"run", "--suite", "desk", "--"}, r.command...)
			project.Does(t, dir, 1, run...) // there are no goldens
			accepted := project.Does(t, dir, 0, append([]string{"accept", "--all"}, run[1:]...)...)
			for _, name := range r.cases {
				if !strings.Contains(accepted, "desk/"+name+": 1 call\n") {
					t.Errorf("no case %s:\n%s", name, accepted)
				}
			}
			if !strings.Contains(accepted, "3 calls in 3 cases accepted") {
				t.Errorf("other cases than %q:\n%s", r.cases, accepted)
			}
			out, notes, code := project.Execute(t, dir, "beaver-eval", run...)
			if code != 0 || !strings.Contains(out, "ok: 3 cases, 3 prompts as accepted") {
				t.Errorf("exit code %d:\n%s%s", code, out, notes)
			}
			if r.name == "pytest" && !strings.Contains(notes, "refused: a connection to spans.example.com:443") {
				t.Errorf("nothing is said of a connection to another host:\n%s", notes)
			}
		})
	}
}

// The lines of docs/own-application.md for any other test framework serve Python's own, by a proxy of its own and
// within a run.
func TestAnyFramework(t *testing.T) {
	t.Parallel()
	r := runner{name: "unittest", lines: "py", command: []string{"python3"}, file: "prompts.py"}
	r.files = map[string]string{
		"prompts.py": "HERE",
		"desk.py": `import json, os, urllib.request
BASE = os.environ["OPENAI_BASE_URL"]  # when it is imported

def answer(text):
    body = json.dumps({"model": "m", "messages": [{"role": "user", "content": text}]}).encode()
    with urllib.request.urlopen(BASE + "/chat/completions", data=body) as answer:
        return json.load(answer)["choices"][0]["message"]["content"]
`,
		"test_desk.py": `import prompts
import desk

class Oslo(prompts.PromptTest):
    answers = {"chat": "It is snowing."}
    def test_oslo(self): self.assertIn("snowing", desk.answer("Oslo?"))

class Bergen(prompts.PromptTest):
    def test_bergen(self): self.assertIn("sunny", desk.answer("Bergen?"))
    def test_nothing(self): pass
`,
	}
	dir := r.project(t)
	tests := []string{"env", "python3", "-B", "-m", "unittest"}
	accepting := []string{"env", "BEAVER_EVAL_ACCEPT=1", "python3", "-B", "-m", "unittest"}
	for _, try := range []struct {
		command []string
		code    int
		said    string
	}{
		{tests, 1, "new: 1 prompt in 1 case has no golden yet"}, {accepting, 0, "2 calls in 2 cases accepted"},
		{tests, 0, "ok: 2 cases, 2 prompts as accepted"},
		{append([]string{"beaver-eval", "run", "--suite", "desk", "--"}, tests...), 0,
			"ok: 2 cases, 2 prompts as accepted"},
	} {
		out, notes, code := project.Execute(t, dir, try.command[0], try.command[1:]...)
		if code != try.code || !strings.Contains(out+notes, try.said) {
			t.Errorf("%q: exit code %d, want %d and %q:\n%s%s", try.command, code, try.code, try.said, out, notes)
		}
	}
}

// project writes a project with tests for the runner. The test is skipped if the machine lacks it.
func (r runner) project(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath(r.command[0]); err != nil {
		t.Skipf("no %s: its lines in docs/own-application.md are not tried", r.command[0])
	}
	root := t.TempDir()
	if r.name == "vitest" {
		packages := project.Packages(t)
		if _, err := os.Stat(filepath.Join(packages, "vitest")); err != nil {
			t.Skip("no vitest among the packages of docs/examples: its lines in docs/own-application.md are not tried")
		}
		if err := os.Symlink(packages, filepath.Join(root, "node_modules")); err != nil {
			t.Skip(err)
		}
	}
	dir := filepath.Join(root, "desk")
	project.Write(t, filepath.Join(dir, "beaver-eval.yaml"), "")
	suite := "system: app\napp: {}\notherwise: {chat: It is sunny.}\n"
	project.Write(t, filepath.Join(dir, "suites", "desk.yaml"), suite)
	for name, text := range r.files {
		project.Write(t, filepath.Join(dir, name), strings.Replace(text, "HERE", r.onPage(t), 1))
	}
	return dir
}

// onPage returns the lines that docs/own-application.md has for the runner.
func (r runner) onPage(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(project.Folder(t), "..", "own-application.md"))
	if err != nil {
		t.Fatal(err)
	}
	fences := regexp.MustCompile("(?ms)^```"+r.lines+"\n(.*?)^```$").FindAllStringSubmatch(string(page), -1)
	if len(fences) != 1 {
		t.Fatalf("docs/own-application.md has %d fences of %s, want 1", len(fences), r.lines)
	}
	return fences[0][1]
}
