package beaver

import (
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// saves is a node's answer that writes one section of the memory.
func saves(text string, takes time.Duration) pipeline.Response {
	r := asks("", memorySave)
	r.Takes, r.ToolCalls[0].Arguments = takes, `{"name":"M","text":"`+text+`"}`
	return r
}

// planOf returns a dag: "a", "b a", "d b c" are nodes with their dependencies.
func planOf(nodes ...string) string {
	var list []string
	for _, n := range nodes {
		ids := strings.Fields(n)
		list = append(list, `{"id":"`+ids[0]+`","task":"part `+ids[0]+`","depends_on":`+namesJSON(ids[1:])+`}`)
	}
	return teamAnswer(strategyDAG, strings.Join(list, ","))
}

// A node sees the latest write by clock of all nodes that it rests on, then the later one in the plan's order, and
// never one that another write knew: independently of the order of its dependencies, of the plan, or of the answers. So
// does the main run.
func TestTeam_N2_D3_MemoryOfADiamond(t *testing.T) {
	if _, err := loaded(); err != nil { // outside the bubble: other tests use it too
		t.Fatal(err)
	}
	half := time.Minute / 2
	for _, tt := range []struct {
		name    string
		plan    string
		writes  map[string]pipeline.Response
		d, main string // what d and the main run see
	}{
		{"an older write is known by both", planOf("a", "b a", "c a", "d b c"),
			map[string]pipeline.Response{"a": saves("1", 0), "b": saves("2", 0)}, "2", "2"},
		{"named the other way round", planOf("a", "b a", "c a", "d c b"),
			map[string]pipeline.Response{"a": saves("1", 0), "b": saves("2", 0)}, "2", "2"},
		{"listed the other way round", planOf("d c b", "c a", "b a", "a"),
			map[string]pipeline.Response{"a": saves("1", 0), "b": saves("2", 0)}, "2", "2"},
		{"one clock: the plan's order", planOf("a", "b a", "c a", "d c b"),
			map[string]pipeline.Response{"b": saves("2", 0), "c": saves("3", 0)}, "3", "3"},
		{"one clock: the plan's other order", planOf("a", "c a", "b a", "d b c"),
			map[string]pipeline.Response{"b": saves("2", 0), "c": saves("3", 0)}, "2", "2"},
		{"the later clock", planOf("a", "b a", "c a", "d b c"),
			map[string]pipeline.Response{"b": saves("2", half), "c": saves("3", 0)}, "2", "2"},
		{"its own write is newer", planOf("a", "b a", "c a", "d b c"),
			map[string]pipeline.Response{"a": saves("1", 0), "d": saves("4", 0)}, "1", "4"},
		{"one that it does not rest on", planOf("a", "b a", "c", "d b"),
			map[string]pipeline.Response{"a": saves("1", 0), "c": saves("3", half)}, "1", "3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for seed := range uint64(4) {
				synctest.Test(t, func(t *testing.T) {
					m := planned(tt.plan)
					for id, r := range tt.writes {
						m.answers["turn-1/node:"+id+"/main-1"] = r
					}
					c := pipeline.Case{Memory: []pipeline.Section{{Name: "M", Text: "0"}},
						Tools: []pipeline.Tool{{Name: memorySave}}}
					converse(t, c, &shuffled{Model: m, rand: rand.New(rand.NewPCG(seed, 0))}, users("go"))
					for path, want := range map[string]string{"turn-1/node:d/main-1": tt.d, "turn-1/main-1": tt.main} {
						if got := m.at(t, path).Messages[0].Content(); !strings.Contains(got, "## M\n"+want+"\n") {
							t.Errorf("%s does not see %s:\n%s", path, want, got)
						}
					}
				})
			}
		})
	}
}
