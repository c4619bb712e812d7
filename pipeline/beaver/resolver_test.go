package beaver

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func TestNodeQuery_K1(t *testing.T) {
	n := planNode{SkillQuery: "letters", Task: "write", Capabilities: []string{"style", "海狸"}}
	for _, tt := range []struct {
		name       string
		node       planNode
		goal, text string
		want       string
	}{
		{"all parts", n, "a mail", "now", "letters\nwrite\nstyle 海狸\na mail\nnow"},
		{"what is empty leaves no line", planNode{Task: "write"}, "a mail", "", "write\na mail"},
		{"what is blank is empty", planNode{SkillQuery: " ", Task: "write", Capabilities: []string{"", " "}}, "\n",
			"now", "write\nnow"},
		{"the goal is the request", planNode{Task: "write"}, "now", "now", "write\nnow\nnow"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, nodeQuery(tt.node, code, code.Of(tt.goal), code.Of(tt.text)).String()); d != "" {
				t.Errorf("query (-want +got):\n%s", d)
			}
		})
	}
}

// letterPlan is a team of one node that writes a letter, with this answer of the resolver.
func letterPlan(resolver string) *script {
	m := planned(teamAnswer(strategyParallel, `{"id":"a","task":"a letter"}`))
	if resolver != "" {
		m.answers["turn-1/node:a/resolver"] = says(resolver)
	}
	return m
}

// A node's candidates are the best eight; the messages have their summaries and the spec's wording.
func TestResolver_K2_K3_Prompt(t *testing.T) {
	m := letterPlan(`["letter-00"]`)
	root, _ := converse(t, pipeline.Case{Skills: alike(12)}, m, users("a letter"))
	r := m.at(t, "turn-1/node:a/resolver")
	offered := offeredSkills(r)
	if len(offered) != 8 {
		t.Fatalf("%d candidates, want 8: %v", len(offered), offered)
	}
	list := "Candidate skills:"
	for _, name := range offered {
		list += "\n- " + name + ": Write a letter"
	}
	want := list + "\n\nNode skill query:\na letter\na letter\na letter\n\nReturn only JSON, " +
		"for example [\"skill-a\"] or []."
	if d := cmp.Diff(want, r.Messages[1].Content()); d != "" {
		t.Errorf("user message (-want +got):\n%s", d)
	}
	for _, part := range []string{"published Beaver skills for one generic sub-agent node", "JSON array", "only",
		"Never invent names", "[] when none fits"} {
		if !strings.Contains(r.Messages[0].Content(), part) {
			t.Errorf("system message without %q:\n%s", part, r.Messages[0].Content())
		}
	}
	first := slices.IndexFunc(root.Log(),
		func(e pipeline.Entry) bool { return e.Kind == pipeline.EntryEvent && e.Stage == "candidates" })
	var shown []candidate
	if err := json.Unmarshal(root.Log()[first].Value, &shown); err != nil || len(shown) != 8 {
		t.Errorf("candidates in the trace: %s, %v", root.Log()[first].Value, err)
	}
}

// A node's resources for each kind of answer: the chosen skills, else guidance. An empty choice and no candidates are
// normal; everything else is reported.
func TestResolver_K4_K5_FB3_Answers(t *testing.T) {
	for _, tt := range []struct {
		name, answer string
		skills       int
		pinned       []string
		reason       pipeline.Reason
		detail       string
	}{
		{"two, in the model's order", `["letter-02","letter-00"]`, 3, []string{"letter-02", "letter-00"}, "", ""},
		{"doubles", `["letter-01","letter-01"]`, 3, []string{"letter-01"}, "", ""},
		{"all eight", namesJSON(namesOf(alike(8))), 8, namesOf(alike(8)), "", ""},
		{"an invented name among them", `["poem","letter-00","poem"]`, 3, []string{"letter-00"}, reasonUnknownName,
			"poem"},
		{"invented names alone", `["poem","Letter-00"]`, 3, nil, reasonUnknownName, "poem, Letter-00"},
		{"none", `[]`, 3, nil, "", ""},
		{"no candidates", "", 0, nil, "", ""},
		{"prose", "letter-00", 3, nil, pipeline.Malformed, ""},
		{"no list", `{"skills":["letter-00"]}`, 3, nil, pipeline.Schema, ""},
		{"no names", `[0]`, 3, nil, pipeline.Schema, ""},
		{"blank", " ", 3, nil, pipeline.Empty, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := letterPlan(tt.answer)
			m.answers["turn-1/node:a/skills-final"] = says("[]")
			root, _ := converse(t, pipeline.Case{Skills: alike(tt.skills)}, m, users("a letter"))
			if asked := slices.Contains(m.paths(), "turn-1/node:a/resolver"); asked != (tt.skills > 0) {
				t.Errorf("the resolver was asked: %v", asked)
			}
			if guided := slices.Contains(m.paths(), "turn-1/node:a/guidance"); guided != (tt.pinned == nil) {
				t.Errorf("guidance was written: %v", guided)
			}
			pinned := skillSections(m.at(t, "turn-1/node:a/main-1").Messages[0])
			if d := cmp.Diff(tt.pinned, pinned); d != "" {
				t.Errorf("pinned (-want +got):\n%s", d)
			}
			var want []pipeline.Fallback
			if tt.reason != "" {
				want = []pipeline.Fallback{{Stage: stageResolver, Reason: tt.reason, Tries: 1, Detail: tt.detail}}
			}
			if d := cmp.Diff(want, fallbacks(root)); d != "" {
				t.Errorf("fallbacks (-want +got):\n%s", d)
			}
		})
	}
}

// An unavailable model leaves the node with guidance (K-5), and the team unchanged: that is no failure of the resolver
// (P-5).
func TestResolver_K5_P5_ModelFails(t *testing.T) {
	for _, reason := range []pipeline.Reason{pipeline.Unavailable, pipeline.Timeout, pipeline.Transport,
		pipeline.Overflow} {
		s := letterPlan("")
		root, _ := converse(t, pipeline.Case{Skills: alike(2)},
			&broken{Model: s, at: "turn-1/node:a/resolver", with: bad{reason: reason}}, users("a letter"))
		if d := cmp.Diff([]pipeline.Fallback{{Stage: stageResolver, Reason: reason, Tries: 1}},
			fallbacks(root)); d != "" {
			t.Errorf("fallbacks (-want +got):\n%s", d)
		}
		if got := decided(root, "turn-1", stageResolver); got != "[]" {
			t.Errorf("%s: decided %s", reason, got)
		}
		s.at(t, "turn-1/node:a/guidance")
		s.at(t, "turn-1/node:a/main-1")
	}
}

// A node inherits the skills activated by earlier attempts of the Task, after its own skills and each once; also beside
// guidance.
func TestResolver_K6_Inherited(t *testing.T) {
	for _, tt := range []struct {
		name, resolver string
		want           []string
	}{
		{"behind its own", `["letter-02"]`, []string{"letter-02", "letter-01", "letter-00"}},
		{"once", `["letter-00"]`, []string{"letter-00", "letter-01"}},
		{"beside guidance", `[]`, []string{"letter-01", "letter-00"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := planned(`{"mode":"single"}`)
			m.answers["turn-1/skills-final"] = says(`["letter-01","letter-00"]`)
			m.answers["turn-2/router"] = says(`{"action":"continue_task"}`)
			m.answers["turn-2/planner"] = says(teamAnswer(strategyDAG, oneNode))
			m.answers["turn-2/node:a/resolver"] = says(tt.resolver)
			converse(t, pipeline.Case{Skills: alike(3)}, m, users("a letter", "more"))
			if d := cmp.Diff(tt.want, skillSections(m.at(t, "turn-2/node:a/main-1").Messages[0])); d != "" {
				t.Errorf("pinned (-want +got):\n%s", d)
			}
		})
	}
}

// All nodes have their skills before the first one runs, for any graph: one broken resolver would reject the plan.
func TestTeam_S4_ResolvesBeforeItRuns(t *testing.T) {
	m := planned(teamAnswer(strategySequence, oneNode+`,{"id":"b","task":"write"}`))
	m.answers["turn-1/node:b/guidance"] = pipeline.Response{Content: byStage[stageGuidance], Takes: 10 * time.Second}
	root, _ := converse(t, pipeline.Case{}, m, users("go"))
	if d := cmp.Diff(map[string]time.Duration{"a": 10 * time.Second, "b": 10 * time.Second}, after(root)); d != "" {
		t.Errorf("start of each node (-want +got):\n%s", d)
	}
	depth := depths(root)
	for _, id := range []string{"a", "b"} {
		if g, n := depth["turn-1/node:"+id+"/guidance"], depth["turn-1/node:a/main-1"]; g != 3 || n != 4 {
			t.Errorf("node %s has its guidance at depth %d, the first node runs at depth %d; want 3 and 4", id, g, n)
		}
	}
}
