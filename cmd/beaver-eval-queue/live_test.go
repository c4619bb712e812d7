package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
)

// liveProject returns a project of n messages for Beaver's router, whose answers a model gives.
func liveProject(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	var cases strings.Builder
	for i := range n {
		fmt.Fprintf(&cases, `{"id": "talk-%03d", "turns": [{"user": "Hello, this is message %d."}]}`+"\n", i, i)
	}
	for name, text := range map[string]string{
		"beaver-eval.yaml":                  "{}\n",
		"fixtures/conversations/live.jsonl": cases.String(),
		"suites/live.yaml": "system: beaver\n" +
			"options: {default: {temperature: 0, seed: 1, num_ctx: 16384, num_predict: 200}}\n",
	} {
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

// Workers whose model server answers make the run that one process makes, also when they die, and when one of their
// servers does not answer at all. The times of calls are their own.
func TestLive(t *testing.T) {
	answers := ollamatest.New(t, func(r ollamatest.Request) ollamatest.Answer {
		if strings.Contains(r.Last("system"), "action") {
			return ollamatest.Answer{Content: `{"action": "simple_chat"}`}
		}
		return ollamatest.Answer{Content: "Hello!"}
	})
	gone := ollamatest.New(t, func(ollamatest.Request) ollamatest.Answer { return ollamatest.Answer{Drop: true} })
	tryLive(t, answers.URL, "m", 20, []string{"--host", gone.URL})
}

// The same with 200 cases and a real server's small model.
func TestLiveReal(t *testing.T) {
	if os.Getenv("BEAVER_EVAL_OLLAMA") == "" {
		t.Skip("no real Ollama server: make soak has one")
	}
	tryLive(t, ollamatest.StartReal(t, ollamatest.KindStages), string(ollamatest.KindStages), soak(20, 200), nil)
}

// tryLive compares a run of workers that die with one of one process. A worker with the flags of other servers is
// added, unless they are nil.
func tryLive(t *testing.T, url, model string, n int, other []string) {
	project := liveProject(t, n)
	whole := copied(t, project)
	ask := []string{"--model", "ollama:" + model, "--host", url}
	p := start(t, roleOrdinary, whole, nil, append([]string{"run"}, ask...)...)
	code := p.end(t)
	if code > 1 {
		t.Fatalf("exit code %d\n%s%s", code, &p.out, &p.err)
	}
	d := newDeaths(t, project, uint64(n), ask)
	if other != nil {
		start(t, roleProgram, project, nil, append([]string{"worker", "--queue", d.cluster.url, "--model",
			"ollama:" + model}, other...)...)
	}
	d.run([]string{"run", "--model", "ollama:" + model, "--queue", d.cluster.url, "--queue-shards", "10"}, code)
	wantSame(t, scored(t, project), scored(t, whole))
}

// times are the scores of the time of servers, and the last column of turns.
var times = regexp.MustCompile(`(?m)^[^\n]*,cost,time,[^\n]*\n|(?:_ns|,[0-9]+)$`)

// scored returns what does not depend on the time that servers took, of the last run of a project, as CSV.
func scored(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, table := range []string{"scores", "turns", "texts", "candidates", "changes", "events", "figures", "parts",
		"tools", "faults"} {
		p := does(t, roleOrdinary, dir, 0, "report", "export", "--table", table, "--format", "csv")
		files[table] = times.ReplaceAllString(p.out.String(), "")
	}
	return files
}
