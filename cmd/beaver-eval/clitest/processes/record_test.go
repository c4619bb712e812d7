//go:build unix

package processes_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
)

// asks returns a project of n cases without answers.
func asks(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{
		"suites/s.yaml": "system: beaver\nrecordings: s\nmodels: {default: m}\n" +
			"options: {default: {temperature: 0, seed: 1}}\n",
	}
	for i := range n {
		files[fmt.Sprintf("fixtures/conversations/case-%02d.yaml", i)] = fmt.Sprintf("turns: [{user: Hello %d}]\n", i)
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

// talker returns a server that routes and chats, and counts its requests. After so many answers it hangs; 0: never.
func talker(t *testing.T, hangs int64) (url string, asked *atomic.Int64) {
	t.Helper()
	asked = &atomic.Int64{}
	s := ollamatest.New(t, func(r ollamatest.Request) ollamatest.Answer {
		n := asked.Add(1)
		if strings.Contains(r.Last("system"), "Intent Agent") {
			return ollamatest.Answer{Content: `{"action":"simple_chat"}`, Hang: hangs > 0 && n > hangs}
		}
		return ollamatest.Answer{Content: "Fine.", Hang: hangs > 0 && n > hangs}
	})
	return s.URL, asked
}

// waitFor waits until the server got so many requests.
func waitFor(t *testing.T, asked *atomic.Int64, n int64) {
	t.Helper()
	for begun := time.Now(); asked.Load() < n; time.Sleep(time.Millisecond) {
		if time.Since(begun) > 10*time.Second {
			t.Fatalf("the server was asked %d times in ten seconds, want %d", asked.Load(), n)
		}
	}
}

// waitForFile waits for a file: a case is reported and written while the next one is in progress.
func waitForFile(t *testing.T, name string) {
	t.Helper()
	for begun := time.Now(); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(name); err == nil {
			return
		}
		if time.Since(begun) > 10*time.Second {
			t.Fatalf("%s is not there after ten seconds", name)
		}
	}
}

// linesOf counts the answers in recordings, each of which must be complete.
func linesOf(t *testing.T, files map[string]string) int {
	t.Helper()
	n := 0
	for name, text := range files {
		if filepath.Ext(name) != ".jsonl" {
			continue
		}
		rec, err := model.ReadRecording([]byte(text), name)
		if err != nil || !strings.HasSuffix(text, "\n") {
			t.Errorf("half of a recording: %v", err)
			continue
		}
		n += len(rec.Lines)
	}
	return n
}

// However a run that a server answers ends, each answer received is kept as a whole line, and the run that resumes it
// asks only for the others.
func TestEndedRunKeepsAnswers(t *testing.T) {
	t.Parallel()
	for _, signal := range []os.Signal{os.Interrupt, os.Kill} {
		dir := asks(t, 4)
		if err := os.MkdirAll(filepath.Join(dir, "fixtures", "recordings", "s"), 0o755); err != nil {
			t.Fatal(err)
		}
		url, asked := talker(t, 5)
		p := begin(t, dir, "run", "--model", "ollama:m", "--host", url)
		waitFor(t, asked, 6)
		if err := p.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if code := p.end(t); signal == os.Interrupt && code != 130 {
			t.Errorf("exit code %d, want 130:\n%s%s", code, &p.out, &p.err)
		}
		if n := linesOf(t, data(t, dir, "reports")); n != 5 {
			t.Errorf("%v: %d answers are kept, want 5", signal, n)
		}
		url, asked = talker(t, 0)
		runs, err := filepath.Glob(filepath.Join(dir, "reports", "2*"))
		if err != nil || len(runs) != 1 {
			t.Fatalf("runs: %v, %v", runs, err)
		}
		does(t, dir, []int{0}, "run", "--resume", filepath.Base(runs[0]), "--host", url)
		if n := asked.Load(); n != 3 {
			t.Errorf("%v: what goes on asks %d times, want 3", signal, n)
		}
	}
}

// An interrupted record leaves complete recordings and nothing else, and the next one asks for the rest.
func TestEndedRecord(t *testing.T) {
	t.Parallel()
	for _, signal := range []os.Signal{os.Interrupt, os.Kill} {
		dir := asks(t, 4)
		url, asked := talker(t, 5)
		p := begin(t, dir, "record", "--host", url)
		waitFor(t, asked, 6)
		waitForFile(t, filepath.Join(dir, "fixtures", "recordings", "s", "case-01.jsonl"))
		if err := p.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if code := p.end(t); signal == os.Interrupt && code != 130 {
			t.Errorf("exit code %d, want 130:\n%s%s", code, &p.out, &p.err)
		}
		if n := linesOf(t, data(t, dir, "fixtures")); n != 4 {
			t.Errorf("%v: %d answers are kept, want those of two cases:\n%s%s", signal, n, &p.out, &p.err)
		}
		url, asked = talker(t, 0)
		does(t, dir, []int{0}, "record", "--host", url)
		if n := asked.Load(); n != 4 {
			t.Errorf("%v: the next one asks %d times, want 4", signal, n)
		}
		wantGone(t, filepath.Join(dir, "fixtures"))
	}
}

var answeredAt = regexp.MustCompile(`"at":"[^"]*"`)

// Two that record the same cases concurrently leave what one would.
func TestRecordSideBySide(t *testing.T) {
	t.Parallel()
	dir := asks(t, 6)
	url, _ := talker(t, 0)
	one, other := begin(t, dir, "record", "--host", url), begin(t, dir, "record", "--host", url)
	for _, p := range []*process{one, other} {
		if code := p.end(t); code != 0 {
			t.Errorf("exit code %d:\n%s%s", code, &p.out, &p.err)
		}
	}
	got := data(t, dir, "fixtures")
	if n := linesOf(t, got); n != 12 {
		t.Errorf("%d answers, want 12", n)
	}
	does(t, dir, []int{0}, "record", "--mode", "all", "--host", url)
	want := data(t, dir, "fixtures")
	for _, files := range []map[string]string{got, want} {
		for name, text := range files {
			files[name] = answeredAt.ReplaceAllString(text, "")
		}
	}
	if !maps.Equal(got, want) {
		t.Error("two side by side leave other recordings than one alone")
	}
	wantGone(t, filepath.Join(dir, "fixtures"))
}
