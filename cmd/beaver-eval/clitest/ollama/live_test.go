package ollama_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// tryWhole lets every calling stage of a system call the server, in the cases of its project, then works without the
// server, then with it again after an edit.
func tryWhole(t *testing.T, system pipeline.System, url string) {
	w := readWhole(t, system.Name())
	p := newProject(t, filepath.Join("whole", system.Name()), url)
	live := p.traced(t, 0, "run", "--model", "ollama:stages")
	t.Run("live", func(t *testing.T) { w.tryLive(t, system, p, live) })
	t.Run("runs kept", func(t *testing.T) { w.tryRunKept(t, p.copied(t), live) })
	if w.OpenAI {
		t.Run("openai", func(t *testing.T) { w.tryOpenAI(t, p.copied(t), live) })
	}
	p.record(t, 0, "live")
	t.Run("replay", func(t *testing.T) { w.tryReplay(t, p.copied(t), live) })
	t.Run("name", func(t *testing.T) { w.tryName(t, p.copied(t)) })
	t.Run("edit", func(t *testing.T) { w.tryEdit(t, p.copied(t), url) })
}

// tryLive fails unless every calling stage has called the server, tools were called by the model's answers, and only
// intended fallbacks were taken.
func (w whole) tryLive(t *testing.T, system pipeline.System, p *project, live trace) {
	asked := map[string]int{}
	for _, c := range live.of("call") {
		asked[c.Stage]++
		if c.Source != "ollama" || c.Match != "live" || c.Failure != nil {
			t.Errorf("%s/%s: %s %s, %q: not answered by the server", c.Case, c.Path, c.Source, c.Match, c.answered())
		}
	}
	t.Logf("%d calls: %v", len(live.of("call")), asked)
	want(t, "calls", w.Calls, len(live.of("call")))
	for _, stage := range w.Unasked {
		asked[stage]++
	}
	want(t, "stages", slices.Sorted(maps.Keys(calling(system))), slices.Sorted(maps.Keys(asked)))
	want(t, "fallbacks", w.Fallbacks, live.fallbacks())

	results := map[string]string{}
	for _, l := range live.of("tool") {
		key := l.Case + " " + l.Stage + " " + l.Tool.Arguments
		if results[key] = l.Tool.From; l.Tool.From == "case" {
			results[key] = l.Tool.Content
		}
	}
	want(t, "tools", w.Tools, results)
	for _, l := range live.of("event") {
		w.Events[l.Event]--
	}
	for event, n := range w.Events {
		if n > 0 {
			t.Errorf("%d more events %q wanted", n, event)
		}
	}
	kept := p.files(t, filepath.Join(p.lastRun(t), "recordings", "live", "*.jsonl"))
	want(t, "kept recordings", p.cases(t), len(kept))
}

// tryRunKept fails unless the server's answers of a run answer again without it, and become recordings.
func (w whole) tryRunKept(t *testing.T, p *project, live trace) {
	p.leave(t)
	kept := filepath.Join(p.lastRun(t), "recordings")
	again := p.traced(t, 0, "run", "--recordings", kept)
	want(t, "matches", map[string]int{"fresh": w.Calls}, again.matches())
	wantSame(t, live, again)

	run := p.files(t, filepath.Join(kept, "live", "*.jsonl"))
	p.says(t, 0, []string{fmt.Sprintf("recorded with %d answers", w.Calls)}, "record", "--from",
		filepath.Base(filepath.Dir(kept)))
	want(t, "recordings", run, p.files(t, "fixtures/recordings/live/*.jsonl"))
}
