package ollama_test

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
)

// calling are the stages of Beaver that ask a model, by name.
func calling(t *testing.T) map[string]pipeline.Stage {
	t.Helper()
	system, err := beaver.New()
	if err != nil {
		t.Fatal(err)
	}
	stages := map[string]pipeline.Stage{}
	for _, s := range system.Stages() {
		if s.Calls {
			stages[s.Name] = s
		}
	}
	return stages
}

// Every stage that asks a model has asked the server, tools were called by what the model says, and nothing but the
// tool budget has led to a fallback.
func tryLive(t *testing.T, p *project, live trace) {
	asked := map[string]int{}
	for _, c := range live.of("call") {
		asked[c.Stage]++
		if c.Source != "ollama" || c.Match != "live" || c.Failure != nil {
			t.Errorf("%s/%s: %s %s, %q: not answered by the server", c.Case, c.Path, c.Source, c.Match, c.answered())
		}
	}
	t.Logf("%d calls: %v", len(live.of("call")), asked)
	stages := calling(t)
	want(t, "stages", slices.Sorted(maps.Keys(stages)), slices.Sorted(maps.Keys(asked)))
	want(t, "fallbacks", map[string]int{"main tool_budget": 1}, live.fallbacks())

	results := map[string]string{}
	for _, l := range live.of("tool") {
		if l.Tool.Failed || l.Tool.From != "case" {
			t.Errorf("%s/%s: failed %t, from %s", l.Case, l.Path, l.Tool.Failed, l.Tool.From)
		}
		results[l.Case+" "+l.Stage+" "+l.Tool.Arguments] = l.Tool.Content
	}
	want(t, "tools", map[string]string{
		`errand get_weather {"city":"Lisbon"}`:                `{"sky":"rain","degrees":12.0}`,
		`team search {"query":"what the user wants to know"}`: "Two shops.",
	}, results)
	drafts := 0
	for _, l := range live.of("event") {
		if l.Event == "skill draft" {
			drafts++
		}
	}
	want(t, "skill drafts", 2, drafts)
	want(t, "kept recordings", 3, len(p.files(t, filepath.Join(p.lastRun(t), "recordings", "live", "*.jsonl"))))
}

// What the server said in a run answers again without it, and becomes recordings.
func tryRunKept(t *testing.T, p *project, live trace) {
	p.leave(t)
	kept := filepath.Join(p.lastRun(t), "recordings")
	again := p.traced(t, 0, "run", "--recordings", kept)
	want(t, "matches", map[string]int{"fresh": 37}, again.matches())
	wantSame(t, live, again)

	run := p.files(t, filepath.Join(kept, "live", "*.jsonl"))
	p.says(t, 0, []string{"3 cases recorded with 37 answers"}, "record", "--from", filepath.Base(filepath.Dir(kept)))
	want(t, "recordings", run, p.files(t, "fixtures/recordings/live/*.jsonl"))
}
