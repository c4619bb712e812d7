package ollama_test

import (
	"fmt"
	"path/filepath"
	"testing"
)

// tryReplay fails unless the recordings reproduce, without the server, the prompts sent to it, with the same bytes each
// time.
func (w whole) tryReplay(t *testing.T, p *project, live trace) {
	p.leave(t)
	first := p.traced(t, 1, "run") // there are no goldens
	want(t, "matches", map[string]int{"fresh": w.Calls}, first.matches())
	wantSame(t, live, first)
	p.says(t, 0, []string{fmt.Sprintf("%d calls in ", w.Calls)}, "accept", "--all")

	var runs []map[string]string
	for range 2 {
		p.says(t, 0, []string{fmt.Sprintf("%d prompts as accepted", w.Calls)}, "run", "--ci")
		runs = append(runs, p.files(t, filepath.Join(p.lastRun(t), "*.parquet")))
	}
	want(t, "rows", runs[0], runs[1])
	p.says(t, 0, []string{"ok"}, "check")
}

// tryName fails unless one model has one recording, with and without the default tag. Another model has none.
func (w whole) tryName(t *testing.T, p *project) {
	p.leave(t)
	p.accept(t)
	p.replace(t, "suites/live.yaml", "default: stages", "default: stages:latest")
	want(t, "matches", map[string]int{"fresh": w.Calls}, p.traced(t, 0, "run", "--ci").matches())
	p.says(t, 0, []string{"0 cases recorded"}, "record", "--mode", "new", "--model", "ollama:stages")
	p.replace(t, "suites/live.yaml", "stages:latest", "random")
	want(t, "matches", map[string]int{"stale": w.Calls}, p.traced(t, 1, "run", "--ci").matches())
}
