package ollama_test

import (
	"strings"
	"testing"
)

const vectorsFile = "fixtures/recordings/near/_embeddings.jsonl"

// The vectors of a suite's embedder are recorded, and give the same candidates without the server. A changed skill's
// text has none until it is recorded.
func tryEmbeddings(t *testing.T, p *project, url string) {
	live := p.traced(t, 0, "run", "--model", "ollama:stages")
	p.record(t, 0, "near")
	if n := strings.Count(p.read(t, vectorsFile), `"vector"`); n != 6 {
		t.Errorf("%d vectors, want 6: of three skills, the message, and the two texts that are compared", n)
	}
	p.leave(t)
	replayed := p.traced(t, 1, "run") // there are no goldens
	wantSame(t, live, replayed)
	want(t, "candidates", candidates(live), candidates(replayed))
	if found := candidates(live); len(found) != 1 || !strings.HasPrefix(found[0], "order-tracking ") {
		t.Errorf("candidates %q, want the skill of parcels first", found)
	}
	p.does(t, 0, "accept", "--all")
	p.does(t, 0, "run", "--ci")

	p.replace(t, "fixtures/skills/order-tracking/SKILL.md", "the parcel", "any parcel")
	p.says(t, 2, []string{
		`no vector is recorded for 1 of 3 texts, the first "order-tracking\nFind any parcel of an order"`,
	}, "run")
	p.says(t, 2, []string{"no server answers"}, "record", "--missing")
	p.host = url
	p.says(t, 0, []string{"1 vector of embedder, 7 in all"}, "record", "--missing")
	p.says(t, 0, []string{"1 case recorded with 1 answer"}, "record", "--stale")
	p.leave(t)
	want(t, "matches", map[string]int{"fresh": 3}, p.traced(t, 1, "run").matches())
}

// candidates returns the skills found in each run of the agent, the best first.
func candidates(all trace) (found []string) {
	for _, l := range all.of("event") {
		names := ""
		list, _ := l.Value.([]any)
		for _, one := range list {
			if c, ok := one.(map[string]any); ok && c["rank"] != nil {
				names += c["name"].(string) + " "
			}
		}
		if names != "" {
			found = append(found, names)
		}
	}
	return found
}
