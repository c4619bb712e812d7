package beaver

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// nodes returns a plan's nodes as JSON, from a line as for graph, each with a task.
func nodes(line string) string {
	var all []string
	for _, n := range graph(line) {
		on, err := jsonvalue.Marshal(append([]string{}, n.DependsOn...))
		if err != nil {
			panic(err)
		}
		all = append(all, `{"id":"`+n.ID+`","task":"`+n.Task+`","depends_on":`+string(on)+`}`)
	}
	return strings.Join(all, ",")
}

// after returns how long after the turn's beginning every call of a node is sent.
func after(root *pipeline.Runtime) map[string]time.Duration {
	left := map[string]time.Duration{}
	for _, e := range root.Log() {
		if e.Kind == pipeline.EntryCall && e.Stage == stageNode {
			left[strings.TrimSuffix(strings.TrimPrefix(e.Path, "turn-1/node:"), "/main-1")] = e.At.Sub(began)
		}
	}
	return left
}

// A node starts as soon as its dependencies have ended: concurrently if the graph allows it.
func TestTeam_S4_D1_StartsBehindItsDependencies(t *testing.T) {
	takes := map[string]time.Duration{"a": 5 * time.Second, "b": 2 * time.Second, "c": 7 * time.Second,
		"d": time.Second}
	for _, tt := range []struct {
		strategy, graph string
		want            map[string]time.Duration
		outputs         map[string]string // ids whose outputs a node gets
	}{
		{strategyParallel, "a b c d", map[string]time.Duration{"a": 0, "b": 0, "c": 0, "d": 0}, map[string]string{}},
		{strategySequence, "a b c d", map[string]time.Duration{"a": 0, "b": 5 * time.Second, "c": 7 * time.Second,
			"d": 14 * time.Second},
			map[string]string{"b": "a", "c": "b", "d": "c"}},
		{strategySequence, "a b c<a d", map[string]time.Duration{"a": 0, "b": 5 * time.Second, "c": 7 * time.Second,
			"d": 14 * time.Second},
			map[string]string{"b": "a", "c": "b a", "d": "c"}},
		{strategyDAG, "a b c<b d<a,c", map[string]time.Duration{"a": 0, "b": 0, "c": 2 * time.Second,
			"d": 9 * time.Second},
			map[string]string{"c": "b", "d": "a c"}},
		{strategyDAG, "d<c,a c<b b a", map[string]time.Duration{"a": 0, "b": 0, "c": 2 * time.Second,
			"d": 9 * time.Second},
			map[string]string{"c": "b", "d": "c a"}},
	} {
		t.Run(tt.strategy+" "+tt.graph, func(t *testing.T) {
			m := planned(teamAnswer(tt.strategy, nodes(tt.graph)))
			for id, d := range takes {
				m.answers["turn-1/node:"+id+"/main-1"] = pipeline.Response{Content: "The output.", Takes: d}
			}
			root, _ := converse(t, pipeline.Case{}, m, users("go"))
			if d := cmp.Diff(tt.want, after(root)); d != "" {
				t.Errorf("start of each node (-want +got):\n%s", d)
			}
			got := map[string]string{}
			for id := range takes {
				if ids := outputsIn(m.at(t, "turn-1/node:"+id+"/main-1")); ids != "" {
					got[id] = ids
				}
			}
			if d := cmp.Diff(tt.outputs, got); d != "" {
				t.Errorf("outputs that each node gets (-want +got):\n%s", d)
			}
		})
	}
}

// outputsIn returns the dependencies whose outputs are in a node's context.
func outputsIn(r pipeline.Request) string {
	var ids []string
	for _, s := range contextSections(r) {
		for line := range strings.Lines(s.Text) {
			if id, is := strings.CutPrefix(line, "Output of node "); is {
				ids = append(ids, strings.TrimRight(id, ":\n"))
			}
		}
	}
	return strings.Join(ids, " ")
}

// The main run rests on every node: it begins after the slowest one and deeper than the deepest.
func TestTeam_S4_MainBehindTheTeam(t *testing.T) {
	m := planned(teamAnswer(strategyDAG, nodes("a b c<a")))
	m.answers["turn-1/node:b/main-1"] = pipeline.Response{Content: "slow", Takes: 30 * time.Second}
	root, _ := converse(t, pipeline.Case{}, m, users("go"))
	for _, e := range root.Log() {
		if e.Kind == pipeline.EntryCall && e.Path == "turn-1/main-1" &&
			(e.At.Sub(began) != 30*time.Second || e.Depth != 6) {
			t.Errorf("the main run begins after %v at depth %d, want 30s and 6", e.At.Sub(began), e.Depth)
		}
	}
	if depths(root)["turn-1/main-1"] == 0 {
		t.Error("there is no main run")
	}
}

// Results of the nodes if some of them fail: direct and indirect dependents are skipped, and no others. The main run
// learns of each, and the turn continues.
func TestTeam_D3_FB3_FailedAndSkipped(t *testing.T) {
	for _, tt := range []struct {
		name, strategy, graph string
		fail                  []string
		want                  string // node results as the main run sees them
	}{
		{"nothing fails", strategyDAG, "a b<a", nil, "a: done, b: done"},
		{"a sibling goes on", strategyParallel, "a b c", []string{"b"}, "a: done, b: failed (transport), c: done"},
		{"a chain", strategySequence, "a b c", []string{"a"},
			"a: failed (transport), b: skipped (node a failed), c: skipped (node b skipped)"},
		{"the end of a chain", strategySequence, "a b c", []string{"c"}, "a: done, b: done, c: failed (transport)"},
		{"a diamond", strategyDAG, "a b<a c<a d<b,c e", []string{"b"},
			"a: done, b: failed (transport), c: done, d: skipped (node b failed), e: done"},
		{"the first that failed is named", strategyDAG, "a b c<b,a", []string{"a", "b"},
			"a: failed (transport), b: failed (transport), c: skipped (node b failed)"},
		{"all", strategyParallel, "a b", []string{"a", "b"}, "a: failed (transport), b: failed (transport)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := planned(teamAnswer(tt.strategy, nodes(tt.graph)))
			root, out := converse(t, pipeline.Case{}, failing{s, tt.fail}, users("go"))
			if got := nodeResults(s.at(t, "turn-1/main-1")); got != tt.want {
				t.Errorf("node results %q, want %q", got, tt.want)
			}
			success := "Team success: false"
			if tt.fail == nil {
				success = "Team success: true"
			}
			if got := executionContext(s.at(t, "turn-1/main-1")); !strings.Contains(got, success) {
				t.Errorf("without %q:\n%s", success, got)
			}
			var failed []string
			for _, f := range fallbacks(root) {
				if f.Stage != stageNode || f.Reason != pipeline.Transport {
					t.Errorf("fallback %+v", f)
				}
				failed = append(failed, f.Stage)
			}
			if len(failed) != len(tt.fail) || out[0].Status != pipeline.StatusDone ||
				out[0].Replies[0].Text != "All right." {
				t.Errorf("%d nodes failed, want %d; %+v", len(failed), len(tt.fail), out[0])
			}
			skipped := strings.Count(tt.want, "skipped (")
			n := 0
			for _, e := range root.Log() {
				if e.Kind == pipeline.EntryEvent && e.Stage == "node skipped" {
					n++
				}
			}
			if n != skipped {
				t.Errorf("%d nodes are skipped in the trace, want %d", n, skipped)
			}
		})
	}
}

// failing breaks the connection of the runs of some nodes.
type failing struct {
	pipeline.Model
	ids []string
}

func (f failing) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	if req.Stage == stageNode && slices.ContainsFunc(f.ids,
		func(id string) bool { return strings.Contains(req.Path, "node:"+id+"/") }) {
		return pipeline.Response{}, &pipeline.Failure{Reason: pipeline.Transport}
	}
	return f.Model.Chat(ctx, req)
}

// nodeResults returns the lines of a team's context that say how each node ended.
func nodeResults(main pipeline.Request) string {
	var all []string
	for line := range strings.Lines(executionContext(main)) {
		if rest, is := strings.CutPrefix(line, "Node "); is && !strings.HasPrefix(line, "Node results") {
			all = append(all, strings.TrimSpace(rest))
		}
	}
	return strings.Join(all, ", ")
}

// A node that the finalizer could not help has failed like one whose model did not answer; the sentence for the user is
// in no context.
func TestTeam_D3_FB3_EveryWayToFail(t *testing.T) {
	for name, answers := range map[string]map[string]pipeline.Response{
		"a blank answer":    {"main-1": says(" \n")},
		"a blank finalizer": {"main-1": asks("", "clock"), "finalizer": says("")},
	} {
		t.Run(name, func(t *testing.T) {
			m := planned(teamAnswer(strategyDAG, nodes("a b<a")))
			for leaf, resp := range answers {
				m.answers["turn-1/node:a/"+leaf] = resp
			}
			converse(t, pipeline.Case{Tools: []pipeline.Tool{{Name: "clock"}},
				Block: &Block{Limits: Limits{ToolIterations: 1}}}, m, users("go"))
			main := m.at(t, "turn-1/main-1")
			if got := nodeResults(main); got != "a: failed (empty), b: skipped (node a failed)" {
				t.Errorf("node results %q", got)
			}
			if strings.Contains(executionContext(main), apology) {
				t.Error("the context repeats the sentence that is for the user")
			}
		})
	}
}

// Nodes see the memory from the beginning of the team. Of their concurrent writes the latest by clock holds, then the
// later in the plan's order, also that of a node that failed; the main run sees it.
func TestTeam_N2_MemoryByClockThenByThePlan(t *testing.T) {
	save := func(text string, takes time.Duration) pipeline.Response {
		r := asks("", memorySave)
		r.Takes, r.ToolCalls[0].Arguments = takes, `{"name":"Diet","text":"`+text+`"}`
		return r
	}
	for _, tt := range []struct {
		graph, want string
		second      time.Duration
	}{
		{"a b", "of b", 0}, {"b a", "of a", 0}, {"b a", "of b", time.Minute / 2},
	} {
		m := planned(teamAnswer(strategyParallel, nodes(tt.graph)))
		m.answers["turn-1/node:a/main-1"], m.answers["turn-1/node:b/main-1"] = save("of a", 0), save("of b", tt.second)
		m.answers["turn-1/node:a/main-2"] = says(" ") // it fails, and its write remains
		c := pipeline.Case{Memory: []pipeline.Section{{Name: "Diet", Text: "everything"}},
			Tools: []pipeline.Tool{{Name: memorySave}}}
		converse(t, c, m, users("go"))
		for path, text := range map[string]string{"turn-1/node:a/main-2": "everything",
			"turn-1/node:b/main-2": "everything", "turn-1/main-1": tt.want} {
			if got := m.at(t, path).Messages[0].Content(); !strings.Contains(got, "## Diet\n"+text+"\n") {
				t.Errorf("%s: %s does not see %q:\n%s", tt.graph, path, text, got)
			}
		}
	}
}

// Ids that look alike in paths stay distinct: a name is encoded, and a node's place is its own in every turn.
func TestTeam_P4_S4_HostileIDs(t *testing.T) {
	m := planned(teamAnswer(strategyParallel,
		`{"id":"../x","task":"one"},{"id":"..%2Fx","task":"two"},{"id":"node:a/main-1","task":"three"},{"id":"海","task":"four"}`))
	converse(t, pipeline.Case{}, m, users("go"))
	var got []string
	for _, p := range m.paths() {
		if strings.HasSuffix(p, "/main-1") && p != "turn-1/main-1" {
			got = append(got, p)
		}
	}
	want := []string{"turn-1/node:%E6%B5%B7/main-1", "turn-1/node:..%252Fx/main-1", "turn-1/node:..%2Fx/main-1",
		"turn-1/node:node%3Aa%2Fmain-1/main-1"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("paths (-want +got):\n%s", d)
	}
}
