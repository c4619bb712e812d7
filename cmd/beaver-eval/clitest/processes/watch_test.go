//go:build unix

package processes_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// watcher is run --watch in progress.
type watcher struct {
	*exec.Cmd
	dir  string
	mu   sync.Mutex
	said bytes.Buffer // output and errors
	read int          // of said
}

// Write implements io.Writer.
func (w *watcher) Write(data []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.said.Write(data)
}

// watches begins to watch a project.
func watches(t *testing.T, dir string, args ...string) *watcher {
	t.Helper()
	w := &watcher{Cmd: exec.Command("beaver-eval", append([]string{"run", "--watch"}, args...)...), dir: dir}
	w.Dir, w.Stdout, w.Stderr = dir, w, w
	w.Env = append(os.Environ(), "CI=", "GITHUB_ACTIONS=")
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Process.Kill() }) // where the test has failed
	return w
}

// sees waits until the output since the last call has a matching line, and returns everything up to its end.
func (w *watcher) sees(t *testing.T, pattern string) string {
	t.Helper()
	mark := regexp.MustCompile("(?m)" + pattern + ".*\n")
	for begun := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		w.mu.Lock()
		text := w.said.String()[w.read:]
		at := mark.FindStringIndex(text)
		if at != nil {
			w.read += at[1]
		}
		w.mu.Unlock()
		if at != nil {
			return text[:at[1]]
		}
		if time.Since(begun) > 20*time.Second {
			t.Fatalf("no line %q in\n%s", pattern, text)
		}
	}
}

// round waits for a round with a heading and a verdict, and returns its output.
func (w *watcher) round(t *testing.T, heading, verdict string) string {
	t.Helper()
	head := w.sees(t, "^watch ")
	if !regexp.MustCompile("(?m)^watch    " + heading + "\n").MatchString(head) {
		t.Errorf("want a round %q, got %s", heading, head)
	}
	return head + w.sees(t, "^"+verdict)
}

// ends stops it like a person, and returns its output since the last round.
func (w *watcher) ends(t *testing.T) string {
	t.Helper()
	if err := w.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := w.Wait(); err != nil {
		t.Errorf("it ends with %v\n%s", err, &w.said)
	}
	return w.said.String()[w.read:]
}

// ran waits for rounds that run so many cases in total, and returns their output: a process that writes several files
// may pause between them.
func (w *watcher) ran(t *testing.T, cases int) (out string) {
	t.Helper()
	for n := 0; n < cases; {
		head := w.sees(t, "^watch    .*: [0-9]+ cases? runs?$")
		number := regexp.MustCompile("([0-9]+) cases? runs?\n").FindStringSubmatch(head)[1]
		more, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		n += more
		out += head + w.sees(t, "^(ok|FAILS): ")
	}
	return out
}

// save replaces a file of the project by another one of its name, as many editors do: the watch never sees a partial
// file.
func (w *watcher) save(t *testing.T, file, text string) {
	t.Helper()
	temp := filepath.Join(w.dir, "temp")
	writeText(t, temp, text)
	if err := os.Rename(temp, filepath.Join(w.dir, filepath.FromSlash(file))); err != nil {
		t.Fatal(err)
	}
}

// edit replaces a text of a file of the project.
func (w *watcher) edit(t *testing.T, file, old, new string) {
	t.Helper()
	text := readText(t, filepath.Join(w.dir, filepath.FromSlash(file)))
	if !strings.Contains(text, old) {
		t.Fatalf("%s has no %q", file, old)
	}
	w.save(t, file, strings.Replace(text, old, new, 1))
}

// wantReports counts the folders of runs.
func (w *watcher) wantReports(t *testing.T, want int) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(w.dir, "reports", "2*"))
	if err != nil || len(found) != want {
		t.Errorf("reports: %v, want %d (%v)", found, want, err)
	}
}

const (
	watchedCase  = "turns: [{user: Hello, answers: {router: {action: simple_chat}, main: Hi.}}]\n"
	watchedSkill = "skills: [tea]\nturns: [{user: Tea, answers: " +
		"{router: {action: simple_chat}, skills-final: {json: [tea]}, main: Boil water.}}]\n"
)

// watched returns a green project with templates of its own: three cases, one with a skill, one that calls no router.
func watched(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for file, text := range map[string]string{
		"suites/shop.yaml":                  "system: beaver\nprompts: ../prompts\n",
		"fixtures/conversations/hello.yaml": watchedCase,
		"fixtures/conversations/tea.yaml":   watchedSkill,
		"fixtures/conversations/direct.yaml": "beaver: {entry: main}\n" +
			"turns: [{user: Hello, answers: {main: Hi.}}]\n",
		"fixtures/skills/tea/SKILL.md": "---\nname: tea\ndescription: How to make tea\n---\nBoil water.\n",
	} {
		name := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		writeText(t, name, text)
	}
	ejectPrompts(t, filepath.Join(dir, "prompts"))
	does(t, dir, []int{1}, "run", "--no-report")
	does(t, dir, []int{0}, "accept", "--all")
	return dir
}

// An edit anywhere in the project runs the cases that it affects, and accept in another process turns them green.
func TestWatch(t *testing.T) {
	t.Parallel()
	w := watches(t, watched(t))
	w.round(t, "3 cases run; .*", "ok: 3 cases, ")

	const hello = "fixtures/conversations/hello.yaml"
	w.edit(t, hello, "Hello", "Good morning")
	out := w.round(t, hello+": 1 case runs",
		`next: .beaver-eval accept --all. .or CASE, --cause ID`)
	if !strings.Contains(out, "edited   ") || !strings.Contains(out, "+Good morning") {
		t.Errorf("no edit of the case in\n%s", out)
	}

	w.edit(t, "prompts/router.system.tmpl", "the", "each")
	out = w.round(t, `prompts/router\.system\.tmpl: 2 cases run`, "FAILS: 3 changed prompts in 2 cases")
	if strings.Count(out, "edited   ") != 2 || !strings.Contains(out, "`prompts/router.system.tmpl:") {
		t.Errorf("not two groups in\n%s", out)
	}

	does(t, w.dir, []int{0}, "accept", "--all")
	if out := w.ran(t, 2); !strings.Contains(out, "goldens/shop/hello.yaml") || strings.Contains(out, "FAILS") {
		t.Errorf("accepted, and not green:\n%s", out)
	}

	w.edit(t, "fixtures/skills/tea/SKILL.md", "How", "All of how")
	w.round(t, "fixtures/skills/tea/SKILL.md: 1 case runs", "FAILS: [0-9] changed prompts? in 1 case")
	w.edit(t, hello, "simple_chat", "simple_chat ")
	w.round(t, hello+": 1 case runs", "ok: 1 case, ")
	w.sees(t, `still    1 case is not green in all \([0-9] prompts?\); not run again: shop/tea$`)
	w.sees(t, "^edited   .*`fixtures/skills/tea/SKILL.md:3`")
	w.edit(t, "fixtures/skills/tea/SKILL.md", "All of how", "How")
	w.round(t, "fixtures/skills/tea/SKILL.md: 1 case runs", "ok: 1 case, ")

	w.edit(t, "suites/shop.yaml", "system", "options: {main: {temperature: 0.5}}\nsystem")
	w.round(t, "suites/shop.yaml: 3 cases run", "(ok|FAILS): ")
	if out := w.ends(t); strings.Contains(out, "interrupted") {
		t.Errorf("it says %s", out)
	}
	w.wantReports(t, 1)
	wantGone(t, w.dir)
}

// Of many cases, a few run before all: those that were not green. Their verdict comes before the one on all.
func TestWatch_many(t *testing.T) {
	t.Parallel()
	dir := watched(t)
	var all strings.Builder
	for i := range 600 {
		fmt.Fprintf(&all, "{\"id\": \"n-%03d\", \"turns\": [{\"user\": \"Hello\", \"answers\": "+
			"{\"router\": {\"action\": \"simple_chat\"}, \"main\": \"Hi.\"}}]}\n", i)
	}
	writeText(t, filepath.Join(dir, "fixtures", "conversations", "many.jsonl"), all.String())
	does(t, dir, []int{1}, "run", "--no-report")
	does(t, dir, []int{0}, "accept", "--all")
	w := watches(t, dir, "--no-report")
	w.round(t, "603 cases run; .*", "ok: 603 cases, ")

	golden := "goldens/shop/n-599.yaml"
	text := readText(t, filepath.Join(dir, filepath.FromSlash(golden)))
	w.edit(t, golden, "Hello", "Good day")
	w.round(t, golden+": 1 case runs", "FAILS: [12] changed prompts? in 1 case")
	w.edit(t, "prompts/router.system.tmpl", "the", "each")
	const router = `prompts/router\.system\.tmpl: 602 cases run`
	out := w.round(t, router+", 10 cases first", "FAILS: 1[01] changed prompts in 10 cases")
	if !strings.Contains(out, "n-599") {
		t.Errorf("the case that was not green is not among the first:\n%s", out)
	}
	w.round(t, router, "FAILS: 60[23] changed prompts in 602 cases")

	w.save(t, golden, text)
	w.edit(t, "prompts/router.system.tmpl", "each", "the")
	w.round(t, "(goldens|prompts)/.*: 602 cases run, 10 cases first", "(ok|FAILS): ")
	w.round(t, "(goldens|prompts)/.*: 602 cases run", "(ok|FAILS): ")
	w.ends(t)
}

// A file that is saved twice, replaced by renaming, removed or truncated causes one round or one message, and the watch
// goes on.
func TestWatch_editors(t *testing.T) {
	t.Parallel()
	dir := watched(t)
	w := watches(t, dir, "--no-report")
	w.round(t, "3 cases run; .*", "ok: 3 cases, ")
	const hello = "fixtures/conversations/hello.yaml"
	again := strings.Replace(watchedCase, "Hello", "Good day", 1)

	writeText(t, filepath.Join(dir, filepath.FromSlash(hello)), again[:20]) // in place, and not at once
	writeText(t, filepath.Join(dir, filepath.FromSlash(hello)), again)
	w.sees(t, `^  \+Good day`)
	w.sees(t, "^FAILS: 2 changed prompts in 1 case")

	for _, half := range []string{"", watchedCase[:30]} {
		w.save(t, hello, half)
		w.round(t, hello+": no case runs", `fixtures/conversations/hello\.yaml:[0-9]+: `)
	}
	w.save(t, hello, again) // as it ran last
	w.round(t, hello+": no case runs", `still    1 case is not green in all \(2 prompts\); not run again: shop/hello$`)
	w.sees(t, "^edited   .* 2 calls in 1 case")
	w.sees(t, `^  \+Good day`)
	w.save(t, hello, "")
	w.round(t, hello+": no case runs", `fixtures/conversations/hello\.yaml:`)

	w.save(t, "fixtures/conversations/.hello.yaml.swp", "an editor's")
	w.save(t, "fixtures/conversations/hello.yaml~", "an editor's")
	w.save(t, hello, watchedCase)
	w.round(t, hello+": 1 case runs", "ok: 1 case, ")

	if err := os.Remove(filepath.Join(dir, filepath.FromSlash(hello))); err != nil {
		t.Fatal(err)
	}
	w.round(t, hello+": no case runs", "gone     shop/hello; ")
	w.save(t, "fixtures/conversations/new.yaml", watchedCase)
	w.round(t, "fixtures/conversations/new.yaml: 1 case runs", "FAILS: 2 new prompts in 1 case")

	w.edit(t, "prompts/main.system.tmpl", "{{", "{{.NoSuchField}}{{")
	w.round(t, `prompts/main\.system\.tmpl: nothing runs`, `prompts/main\.system\.tmpl:[0-9]+: `)
	w.edit(t, "prompts/main.system.tmpl", "{{.NoSuchField}}", "")
	w.round(t, `prompts/main\.system\.tmpl: no case runs`, "still ")
	w.edit(t, "suites/shop.yaml", "system: beaver", "system: [")
	w.round(t, "suites/shop.yaml: nothing runs", "beaver-eval: suites/shop.yaml:")
	w.edit(t, "suites/shop.yaml", "system: [", "system: beaver")
	w.round(t, "suites/shop.yaml: no case runs", "still ")
	w.ends(t)
}

// Unreadable files are named in each round, and everything else runs. Their cases do not count as gone.
func TestWatch_broken(t *testing.T) {
	t.Parallel()
	dir := watched(t)
	const hello, tea = "fixtures/conversations/hello.yaml", "fixtures/conversations/tea.yaml"
	writeText(t, filepath.Join(dir, "suites", "other.yaml"), "system: beaver\ncases: [conversations/direct.yaml]\n")
	does(t, dir, []int{1}, "run", "--no-report")
	does(t, dir, []int{0}, "accept", "--all")
	w := watches(t, dir)
	w.round(t, "3 cases run; .*", "ok: 3 cases, ")

	wantNamed := func(what string, out string) {
		t.Helper()
		out += w.sees(t, "^(beaver-eval: )?"+what)
		if strings.Contains(out, "gone ") || strings.Contains(out, "orphan") {
			t.Errorf("something has gone in\n%s", out)
		}
	}
	w.save(t, hello, "turns: [{\n")
	wantNamed(hello+":2: ", w.round(t, hello+": no case runs", "beaver-eval: suites/shop.yaml: its cases cannot be "+
		"loaded:"))
	w.edit(t, tea, "user: Tea", "user: Green tea")
	wantNamed(hello+":2: ", w.round(t, tea+": 1 case runs", "FAILS: [0-9] changed prompts? in 1 case"))
	w.edit(t, "prompts/main.system.tmpl", "{{", "{{.NoSuchField}}{{")
	wantNamed(`prompts/main\.system\.tmpl:[0-9]+: `, w.round(t, `prompts/main\.system\.tmpl: no case runs`, "still "))
	w.edit(t, "suites/other.yaml", "system: beaver", "options: {main: {temperature: 0.5}}\nsystem: beaver")
	wantNamed(`prompts/main\.system\.tmpl:[0-9]+: `, w.round(t, "suites/other.yaml: 1 case runs", "(ok|FAILS): "))
	w.edit(t, "prompts/main.system.tmpl", "{{.NoSuchField}}", "")
	wantNamed(hello+":2: ", w.round(t, `prompts/main\.system\.tmpl: no case runs`, "still "))
	w.edit(t, "suites/other.yaml", "system: beaver", "sytsem: beaver")
	wantNamed("suites/other.yaml:2: ", w.round(t, "suites/other.yaml: .*", "still "))
	w.save(t, hello, strings.Replace(watchedCase, "Hello", "Good day", 1))
	wantNamed("suites/other.yaml:2: ", w.round(t, hello+": .* runs?", "FAILS: "))
	w.ends(t)
}

// A watch begins even if something is unreadable; flags without effect are rejected.
func TestWatch_begins(t *testing.T) {
	t.Parallel()
	dir := watched(t)
	file := filepath.Join(dir, "fixtures", "conversations", "hello.yaml")
	writeText(t, file, "turns: [{\n")
	w := watches(t, dir)
	w.round(t, "2 cases run; .*", "fixtures/conversations/hello.yaml:2: ")
	writeText(t, file, watchedCase)
	w.round(t, "fixtures/conversations/hello.yaml: 1 case runs", "ok: 1 case, ")
	w.ends(t)
	w.wantReports(t, 0) // the first round was not complete
	for _, args := range [][]string{
		{"--ci"}, {"--model", "ollama:m"}, {"--format", "json"}, {"--trace", "-"}, {"--failed"}, {"--demo"},
		{"--resume", "x"}, {"--recordings", "x"}, {"--baseline", "latest"},
	} {
		p := does(t, dir, []int{2}, append([]string{"run", "--watch"}, args...)...)
		if text := p.err.String(); !strings.Contains(text, "--watch excludes ") || !strings.Contains(text, args[0]) {
			t.Errorf("%v: %s", args, text)
		}
	}
}

const watchedAgent = `import json, os, sys, urllib.request
text = sys.stdin.read()
name = "refund" if "money" in text else "main"
body = json.dumps({"model": "m", "messages": [
    {"role": "system", "content": open(f"prompts/{name}.md").read()}, {"role": "user", "content": text}]})
request = urllib.request.Request(os.environ["OPENAI_BASE_URL"] + "/chat/completions", body.encode())
print(json.load(urllib.request.urlopen(request))["choices"][0]["message"]["content"])
if os.path.exists("notes.md"):
    open("state.txt", "a").write(text)
`

// Each file of an application's work tree is followed: a prompt runs the cases that showed it last, code runs all. What
// the program itself writes causes no endless rounds.
func TestWatch_application(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"git", "python3"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("needs " + program)
		}
	}
	dir := t.TempDir()
	for file, text := range map[string]string{
		".gitignore": "*.log\n", "beaver-eval.yaml": "", "agent.py": watchedAgent,
		"prompts/main.md":   "You answer questions of customers.\n",
		"prompts/refund.md": "You give money back, gladly.\n",
		"suites/app.yaml": "system: app\napp:\n  command: [python3, agent.py]\n" +
			"  stages: [{name: refund, when: {system: money}}]\n",
		"fixtures/conversations/hello.yaml": "turns: [{user: Hello, answers: {chat: Hi.}}]\n",
		"fixtures/conversations/money.yaml": "turns: [{user: My money, answers: {refund: Yes.}}]\n",
	} {
		name := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		writeText(t, name, text)
	}
	git := exec.Command("git", "init", "-q")
	git.Dir = dir
	if out, err := git.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	does(t, dir, []int{1}, "run", "--no-report")
	does(t, dir, []int{0}, "accept", "--all")

	w := watches(t, dir)
	if out := w.round(t, "2 cases run; .*", "ok: 2 cases, "); !strings.Contains(out, "follows  3 files that git does") {
		t.Errorf("it does not say what it follows:\n%s", out)
	}
	w.edit(t, "prompts/main.md", "answer", "kindly answer")
	w.round(t, "prompts/main.md: 1 case runs", "FAILS: 1 changed prompt in 1 case")
	w.edit(t, "prompts/main.md", "kindly answer", "answer")
	w.round(t, "prompts/main.md: 1 case runs", "ok: 1 case, ")
	w.edit(t, "agent.py", "import json", "import  json")
	w.round(t, "agent.py: 2 cases run", "ok: 2 cases, ")

	w.save(t, "noise.log", "ignored")
	w.save(t, "notes.md", "new") // nobody knows what it is for; the program now writes state.txt
	w.round(t, "notes.md: 2 cases run", "ok: 2 cases, ")
	w.round(t, "state.txt: 2 cases run", "ok: 2 cases, ")
	w.sees(t, "^written  state.txt changed in two rounds in a row")
	if err := os.Remove(filepath.Join(dir, "prompts", "refund.md")); err != nil {
		t.Fatal(err)
	}
	w.round(t, "prompts/refund.md: 1 case runs", "FAILS: 1 case in error")
	w.save(t, "prompts/refund.md", "You give money back, gladly.\n")
	w.round(t, "prompts/refund.md: [12] cases? runs?", "ok: ")
	w.ends(t)
}
