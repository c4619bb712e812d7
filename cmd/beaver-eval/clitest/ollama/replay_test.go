package ollama_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// Without the server the recordings give the prompts that went to it, and the same bytes each time.
func tryReplay(t *testing.T, p *project, live trace) {
	p.leave(t)
	first := p.traced(t, 1, "run") // there are no goldens
	want(t, "matches", map[string]int{"fresh": 37}, first.matches())
	wantSame(t, live, first)
	p.says(t, 0, []string{"37 calls in 3 cases accepted"}, "accept", "--all")

	var runs []map[string]string
	for range 2 {
		p.says(t, 0, []string{"37 prompts as accepted"}, "run", "--ci")
		runs = append(runs, p.files(t, filepath.Join(p.lastRun(t), "*.parquet")))
	}
	want(t, "rows", runs[0], runs[1])
	p.says(t, 0, []string{"ok"}, "check")
}

// One model has one recording, with and without the tag that a name means anyway. Another model has none.
func tryName(t *testing.T, p *project) {
	p.leave(t)
	p.does(t, 1, "run")
	p.does(t, 0, "accept", "--all")
	p.replace(t, "suites/live.yaml", "default: stages", "default: stages:latest")
	want(t, "matches", map[string]int{"fresh": 37}, p.traced(t, 0, "run", "--ci").matches())
	p.says(t, 0, []string{"0 cases recorded"}, "record", "--mode", "new", "--model", "ollama:stages")
	p.replace(t, "suites/live.yaml", "stages:latest", "random")
	want(t, "matches", map[string]int{"stale": 37}, p.traced(t, 1, "run", "--ci").matches())
}

// After an edit of a template record renews the answers of its prompts, and no others.
func tryEdit(t *testing.T, p *project, url string) {
	p.does(t, 0, "prompts", "eject", "prompts")
	p.replace(t, "suites/live.yaml", "system: beaver\n", "system: beaver\nprompts: ../prompts\n")
	p.leave(t)
	p.does(t, 1, "run")
	p.does(t, 0, "accept", "--all")
	p.does(t, 0, "run", "--ci")

	p.replace(t, "prompts/planner.system.tmpl", "one agent alone,", "one agent,")
	want(t, "matches", map[string]int{"fresh": 33, "stale": 4}, p.traced(t, 1, "run").matches())
	p.says(t, 1, []string{"stale: 4 answers were recorded for another request"}, "run", "--ci")
	before := p.files(t, "fixtures/recordings/live/*.jsonl")
	p.says(t, 2, []string{"no server answers"}, "record", "--stale")
	want(t, "recordings without a server", before, p.files(t, "fixtures/recordings/live/*.jsonl"))

	p.host = url
	p.says(t, 0, []string{
		"recorded live/errand  1 answer, 10 kept\n", "recorded live/guided  1 answer, 11 kept\n",
		"recorded live/team  2 answers, 12 kept\n", "3 cases recorded with 4 answers; 0 cases as they were",
	}, "record", "--stale")
	for file, text := range p.files(t, "fixtures/recordings/live/*.jsonl") {
		wantPlannersNew(t, file, before[file], text)
	}
	p.leave(t)
	want(t, "matches", map[string]int{"fresh": 37}, p.traced(t, 1, "run").matches())
	p.says(t, 0, []string{"4 calls in 3 cases accepted"}, "accept", "--all")
	p.does(t, 0, "run", "--ci")
	p.says(t, 0, []string{"0 cases recorded with 0 answers; 3 cases as they were"}, "record", "--stale")

	tryOtherDecisions(t, p, url)
}

// wantPlannersNew fails unless the planner's lines of a recording are others now, and no line else.
func wantPlannersNew(t *testing.T, file, before, now string) {
	t.Helper()
	old, renewed := strings.Split(before, "\n"), strings.Split(now, "\n")
	if len(old) != len(renewed) {
		t.Fatalf("%s: %d lines, before %d", file, len(renewed), len(old))
	}
	for i := range old {
		if planner := strings.Contains(old[i], `"stage":"planner"`); (old[i] != renewed[i]) != planner {
			t.Errorf("%s:%d: changed %t, want %t: %.200s", file, i+1, old[i] != renewed[i], planner, renewed[i])
		}
	}
}

// An edit after which the model decides otherwise asks for what follows from it as well, and says what is decided now.
func tryOtherDecisions(t *testing.T, p *project, url string) {
	p.replace(t, "prompts/planner.user.tmpl", "Current user request:\n", "Current user request: compare\n")
	want(t, "stale", 4, p.traced(t, 1, "run").matches()["stale"])
	p.host = url
	p.says(t, 0, []string{
		`turn-1/planner: {"mode":"single"`, `→ {"mode":"team"`, "turn-1/node:facts/resolver: nothing → ",
	}, "record", "--stale")
	p.leave(t)
	again := p.traced(t, 1, "run").matches()
	if again["fresh"] <= 37 || len(again) != 1 {
		t.Errorf("matches %v, want fresh ones, of more calls than before", again)
	}
}
