package ollama_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// tryEdit fails unless record renews the answers of the prompts that an edit of a template changes, and no others.
func (w whole) tryEdit(t *testing.T, p *project, url string) {
	p.ownPrompts(t)
	p.leave(t)
	p.accept(t)
	p.does(t, 0, "run", "--ci")

	stale := p.edit(t, w.Edit)
	told := fmt.Sprintf("stale: %d answers were recorded for another request", w.Edit.Stale)
	p.says(t, 1, []string{told}, "run", "--ci")
	before := p.files(t, "fixtures/recordings/live/*.jsonl")
	p.says(t, 2, []string{"no server answers"}, "record", "--stale")
	want(t, "recordings without a server", before, p.files(t, "fixtures/recordings/live/*.jsonl"))

	p.host = url
	p.says(t, 0, append(w.Edit.Prints, fmt.Sprintf("recorded with %d answers", w.Edit.Stale)), "record", "--stale")
	for file, text := range p.files(t, "fixtures/recordings/live/*.jsonl") {
		wantRenewed(t, file, before[file], text, stale)
	}
	p.leave(t)
	want(t, "matches", map[string]int{"fresh": w.Calls}, p.traced(t, 1, "run").matches())
	p.says(t, 0, []string{fmt.Sprintf("%d calls in ", w.Edit.Stale)}, "accept", "--all")
	p.does(t, 0, "run", "--ci")
	p.says(t, 0, []string{"0 cases recorded with 0 answers"}, "record", "--stale")
	if w.Decides != nil {
		p.tryOtherDecisions(t, *w.Decides, url)
	}
}

// ownPrompts writes the templates into the project, unless it has its own ones, which make its prompts short.
func (p *project) ownPrompts(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(p.dir, "prompts")); err == nil {
		return
	}
	p.does(t, 0, "init", "--templates", "prompts", "--system", p.key(t, "suites/live.yaml", "system"))
	p.add(t, "suites/live.yaml", "prompts: ../prompts")
}

// edit edits a template, and returns the calls whose answers become stale, as CASE/PATH.
func (p *project) edit(t *testing.T, e edit) map[string]bool {
	t.Helper()
	p.replace(t, path.Join("prompts", e.File), e.Before, e.Now)
	stale := map[string]bool{}
	for _, c := range p.traced(t, 1, "run").of("call") {
		if c.Match == "stale" {
			stale[c.Case+"/"+c.Path] = true
		} else if c.Match != "fresh" {
			t.Errorf("%s/%s: %s", c.Case, c.Path, c.Match)
		}
	}
	want(t, "stale", e.Stale, len(stale))
	return stale
}

// wantRenewed fails unless exactly the stale lines of a recording have changed.
func wantRenewed(t *testing.T, file, before, now string, stale map[string]bool) {
	t.Helper()
	old, renewed := strings.Split(before, "\n"), strings.Split(now, "\n")
	if len(old) != len(renewed) {
		t.Fatalf("%s: %d lines, before %d", file, len(renewed), len(old))
	}
	for i := range old {
		var l line
		if old[i] != "" {
			if err := json.Unmarshal([]byte(old[i]), &l); err != nil {
				t.Fatal(err)
			}
		}
		is := stale[strings.TrimSuffix(file, ".jsonl")+"/"+l.Path]
		if (old[i] != renewed[i]) != is {
			t.Errorf("%s:%d: changed %t, want %t: %.200s", file, i+1, old[i] != renewed[i], is, renewed[i])
		}
	}
}

// tryOtherDecisions fails unless, after an edit that changes the model's decisions, the calls that follow are recorded
// too, and answers without a call are dropped.
func (p *project) tryOtherDecisions(t *testing.T, e edit, url string) {
	p.edit(t, e)
	p.host = url
	p.says(t, 0, e.Prints, "record", "--stale")
	p.leave(t)
	want(t, "matches", map[string]int{"fresh": e.Calls}, p.traced(t, 1, "run").matches())
}
