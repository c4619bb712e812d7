//go:build unix

package processes_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// killed starts a command and kills it at a random moment of its run time. It reports whether the kill came in time.
func killed(t *testing.T, dir string, takes time.Duration, args ...string) bool {
	t.Helper()
	return killedAfter(t, dir, func() { time.Sleep(time.Duration(rand.Int64N(int64(takes)))) }, args...)
}

// killedAfter starts a command and kills it after a wait.
func killedAfter(t *testing.T, dir string, wait func(), args ...string) bool {
	t.Helper()
	p := begin(t, dir, args...)
	wait()
	if err := p.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	p.end(t)
	return p.ProcessState.Sys().(syscall.WaitStatus).Signaled()
}

// kills returns the number of kills that a test tries.
func kills() int { return trials(2, 5, 200) }

// A killed accept has taken some of the changes, each completely, and the next one takes the others.
func TestKillAccept(t *testing.T) {
	t.Parallel()
	project := imported(t, chats(t, 40, "first"))
	t.Run("files", func(t *testing.T) { killsAccept(t, copied(t, project)) })
	suite := filepath.Join(project, "suites", "set.yaml")
	text, err := os.ReadFile(suite)
	if err == nil {
		err = os.WriteFile(suite, append(text, "goldens: packed\n"...), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Run("packed", func(t *testing.T) { killsAccept(t, project) })
}

func killsAccept(t *testing.T, project string) {
	does(t, project, []int{1}, "run")
	golden := copied(t, project)
	takes := took(t, golden, []int{0}, "accept", "--all")
	want := data(t, golden, "goldens")
	count := tally{}
	for range kills() {
		dir := copied(t, project)
		count.kill(killed(t, dir, takes, "accept", "--all"))
		for file, text := range data(t, dir, "goldens") {
			switch whole, begun := want[file], strings.HasPrefix(filepath.Base(file), "."); {
			case begun:
				count.left++
			case !strings.Contains(file, ".pending.") && text != whole:
				t.Errorf("%s is half of a golden:\n%.300s", file, text)
			}
		}
		does(t, dir, []int{0}, "check")
		does(t, dir, []int{0}, "accept", "--all")
		does(t, dir, []int{0}, "run", "--ci")
		wantOneOf(t, data(t, dir, "goldens"), want)
		wantGone(t, dir)
	}
	count.log(t)
}

// A killed accept --keep-answers leaves old and new recordings, none incomplete, and has accepted nothing of a case
// whose answers it has not kept. A run and the next accept do the rest.
func TestKillKeepAnswers(t *testing.T) {
	t.Parallel()
	project := stale(t, 40)
	does(t, project, []int{1}, "run")
	after := copied(t, project)
	takes := took(t, after, []int{0}, "accept", "--all", "--keep-answers")
	does(t, after, []int{0}, "run", "--ci")
	old, want := data(t, project, "fixtures"), data(t, after, "fixtures", "goldens")
	count := tally{}
	for range kills() {
		dir := copied(t, project)
		count.kill(killed(t, dir, takes, "accept", "--all", "--keep-answers"))
		for file, text := range data(t, dir, "fixtures", "goldens") {
			recording := "fixtures/recordings/s/" + strings.TrimSuffix(filepath.Base(file), ".yaml") + ".jsonl"
			switch {
			case strings.HasPrefix(filepath.Base(file), "."):
				count.left++
			case strings.Contains(file, ".pending."):
			case text != want[file] && text != old[file]:
				t.Errorf("%s is half of a file:\n%.300s", file, text)
			case strings.HasPrefix(file, "goldens/") && data(t, dir, "fixtures")[recording] != want[recording]:
				t.Errorf("%s was accepted, and its answer not kept", file)
			}
		}
		does(t, dir, []int{0}, "check")
		does(t, dir, []int{0, 1}, "run")
		does(t, dir, []int{0}, "accept", "--all", "--keep-answers")
		does(t, dir, []int{0}, "run", "--ci")
		wantOneOf(t, data(t, dir, "fixtures", "goldens"), want)
		wantGone(t, dir)
	}
	count.log(t)
}

// stale returns a project of n cases whose answers were recorded for other prompts.
func stale(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	digest := model.Digest(pipeline.Request{})
	files := map[string]string{"suites/s.yaml": "system: beaver\nrecordings: s\n"}
	for i := range n {
		id := fmt.Sprintf("case-%d", i)
		files["fixtures/conversations/"+id+".yaml"] = "turns: [{user: Hello, answers: {router: " +
			"{action: simple_chat}}}]\n"
		files["fixtures/recordings/s/"+id+".jsonl"] = fmt.Sprintf(`{"recording":1,"case":%q}`+"\n", id) +
			`{"path":"turn-1/main-1","repeat":1,"source":"ollama","model":"m","request":{"stage":"main",` +
			`"messages":[],"options":{}},"response":{"content":"Hi."},"digest":"` + digest + "\"}\n"
	}
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A killed import has either completed or not happened. Any next command finds no partial import, and cleans up.
func TestKillImport(t *testing.T) {
	t.Parallel()
	first, second := chats(t, 40, "first"), chats(t, 30, "second")
	project := imported(t, first)
	old, new := data(t, project, "fixtures", "suites"), data(t, imported(t, second), "fixtures", "suites")
	replace := []string{"import", "--format", "openai-chat", "--name", "set", "--replace", second}
	takes := took(t, copied(t, project), []int{0}, replace...)
	count := tally{}
	for n := range kills() {
		dir := copied(t, project)
		if n%2 == 0 {
			count.kill(killed(t, dir, takes, replace...))
		} else { // that moment is short
			count.kill(killedAfter(t, dir, func() { waitForJournal(dir, takes) }, replace...))
		}
		count.left += len(hidden(t, dir))
		if half, _ := filepath.Glob(filepath.Join(dir, ".import-*", "journal.json")); len(half) > 0 {
			count.half++
			does(t, dir, []int{2}, "check")
		} else {
			does(t, dir, []int{0}, "check")
		}
		does(t, dir, []int{0}, "list")
		got := data(t, dir, "fixtures", "suites")
		wantOneOf(t, got, old, new)
		does(t, dir, []int{0}, "check")
		wantGone(t, dir)
	}
	count.log(t)
}

// waitForJournal waits until an import takes its place, for twice as long as it takes.
func waitForJournal(dir string, takes time.Duration) {
	for begun := time.Now(); time.Since(begun) < 2*takes; {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if _, err := os.Stat(filepath.Join(dir, e.Name(), "journal.json")); err == nil {
				time.Sleep(time.Duration(rand.Int64N(int64(200 * time.Microsecond))))
				return
			}
		}
	}
}

// A killed run has kept complete changes, and its report is not the last one; if a case had finished, it can go on. The
// next run removes its leftovers, but none of a run in progress.
func TestKillRun(t *testing.T) {
	t.Parallel()
	project := imported(t, chats(t, 40, "first"))
	want := copied(t, project)
	takes := took(t, want, []int{1}, "run")
	pending := shown(data(t, want, "goldens"))
	count := tally{}
	for range kills() {
		dir := copied(t, want)
		if err := os.RemoveAll(filepath.Join(dir, "goldens")); err != nil {
			t.Fatal(err)
		}
		count.kill(killed(t, dir, takes, "run"))
		for file, text := range shown(data(t, dir, "goldens")) {
			if strings.HasPrefix(filepath.Base(file), ".") {
				count.left++
			} else if text != pending[file] {
				t.Errorf("%s is half of a file:\n%.300s", file, text)
			}
		}
		count.left += len(hidden(t, filepath.Join(dir, "reports")))
		does(t, dir, []int{0}, "check")
		does(t, dir, []int{0}, "report", "show")
		does(t, dir, []int{1}, "run")
		wantOneOf(t, shown(data(t, dir, "goldens")), pending)
		for _, run := range runs(t, dir) {
			p := does(t, dir, []int{0, 2}, "report", "show", run)
			how := "`beaver-eval run --resume " + run + "` continues it"
			if p.ProcessState.ExitCode() == 2 && !strings.Contains(p.err.String(), how) {
				t.Errorf("the run %s cannot be shown, and nothing says how it goes on: %s", run, &p.err)
			}
		}
		wantGone(t, dir)
	}
	count.log(t)
}

// A killed faults leaves the old or the new table, and no leftovers that the next faults, or a run, does not remove.
func TestKillFaults(t *testing.T) {
	t.Parallel()
	project := imported(t, chats(t, 6, "first"))
	golden := copied(t, project)
	args := []string{"faults", "--suite", "set"}
	takes := took(t, golden, []int{0, 1}, args...)
	want := data(t, golden, "reports")
	if want["reports/faults.parquet"] == "" {
		t.Fatalf("there is no table: %v", slices.Collect(maps.Keys(want)))
	}
	count := tally{}
	for n := range kills() {
		dir := copied(t, project)
		count.kill(killed(t, dir, takes, args...))
		left := hidden(t, dir)
		count.left += len(left)
		for file, text := range data(t, dir, "reports") {
			if file == "reports/faults.parquet" && text != want[file] {
				t.Errorf("%s is half of a table", file)
			}
		}
		p := does(t, dir, []int{0}, "check")
		if all := p.out.String() + p.err.String(); len(left) > 0 && !strings.Contains(all, "leftover") {
			t.Errorf("check does not name what is left: %v\n%s", left, all)
		}
		if n%2 == 0 {
			does(t, dir, []int{0, 1}, args...)
			wantOneOf(t, data(t, dir, "reports"), want)
		} else {
			does(t, dir, []int{1}, "run")
		}
		wantGone(t, dir)
	}
	count.log(t)
}

// ofRun are the lines of a pending file that differ from run to run.
var ofRun = regexp.MustCompile(`(?m)^  (run|seal): .*\n`)

// shown returns files without the run that has shown them.
func shown(files map[string]string) map[string]string {
	for file, text := range files {
		if strings.HasSuffix(file, ".pending.yaml") {
			files[file] = ofRun.ReplaceAllString(text, "")
		}
	}
	return files
}

// runs returns the names of the folders of runs.
func runs(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, "reports"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	if len(names) < 2 || !slices.IsSorted(names) {
		t.Fatalf("runs: %v", names)
	}
	return names
}

// tally counts the outcomes of kills.
type tally struct{ tried, inTime, left, half int }

func (c *tally) kill(inTime bool) {
	c.tried++
	if inTime {
		c.inTime++
	}
}

func (c tally) log(t *testing.T) {
	t.Helper()
	t.Logf("%d kills, %d of them before the end; %d hidden files and folders left, %d imports half in their place",
		c.tried, c.inTime, c.left, c.half)
}
