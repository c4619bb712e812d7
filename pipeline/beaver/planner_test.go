package beaver

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// planned is a turn that begins a Task, with this answer of the planner.
func planned(answer string) *script {
	return &script{answers: map[string]pipeline.Response{"turn-1/router": says(`{"action":"new_task"}`),
		"turn-1/planner": says(answer)}}
}

// teamAnswer is a plan for a team with these nodes.
func teamAnswer(strategy, nodes string) string {
	return fmt.Sprintf(
		`{"mode":"team","reason":"two things","strategy":%q,"nodes":[%s],"final_synthesis_instruction":"Put it together."}`, strategy, nodes)
}

const oneNode = `{"id":"a","task":"look"}`

// The result of the planner's answer: a plan, or single for a reason. A key outside the schema is never ignored.
func TestPlanner_P3_P4_P5_FB4_Answers(t *testing.T) {
	const single = `{"mode":"single"}`
	const invalid = reasonInvalidGraph
	keys := func(more string) string { return `{"id":"a","task":"look",` + more + `}` }
	for _, tt := range []struct {
		name, answer string
		decided      string
		reason       pipeline.Reason
	}{
		{"single", `{"mode":"single","reason":"easy"}`, single, ""},
		{"single with nothing else", single, single, ""},
		{"single, the rest is null",
			`{"mode":"single","reason":null,"strategy":null,"nodes":null,"final_synthesis_instruction":null}`, single,
			""},
		{"a team of one", teamAnswer("parallel", oneNode),
			`{"mode":"team","strategy":"parallel","nodes":[{"id":"a","depends_on":[]}]}`, ""},
		{"every key",
			teamAnswer("dag",
				keys(
					`"role":"r","skill_query":"q","required_capabilities":["c"],"depends_on":[],"constraints":["k"],"expected_output":"o"`)),
			`{"mode":"team","strategy":"dag","nodes":[{"id":"a","depends_on":[]}]}`, ""},
		{"lists that are null", teamAnswer("dag",
			keys(`"required_capabilities":null,"depends_on":null,"constraints":null`)),
			`{"mode":"team","strategy":"dag","nodes":[{"id":"a","depends_on":[]}]}`, ""},
		{"a sequence depends without saying so", teamAnswer("sequence", oneNode+`,{"id":"b","task":"write"}`),
			`{"mode":"team","strategy":"sequence","nodes":[{"id":"a","depends_on":[]},{"id":"b","depends_on":["a"]}]}`,
			""},

		{"blank", " \n", single, pipeline.Empty},
		{"prose", "Use a team.", single, pipeline.Malformed},
		{"prose around it", "Here: " + single, single, pipeline.Malformed},
		{"two values", single + single, single, pipeline.Malformed},
		{"a doubled key", `{"mode":"single","mode":"single"}`, single, pipeline.Malformed},
		{"no object", `["single"]`, single, pipeline.Schema},
		{"no mode", `{"reason":"easy"}`, single, pipeline.Schema},
		{"another mode", `{"mode":"swarm"}`, single, pipeline.Schema},
		{"a mode in capitals", `{"mode":"Team"}`, single, pipeline.Schema},
		{"no strategy", `{"mode":"team","nodes":[` + oneNode + `],"final_synthesis_instruction":""}`, single,
			pipeline.Schema},
		{"no nodes", `{"mode":"team","strategy":"dag","final_synthesis_instruction":""}`, single, pipeline.Schema},
		{"no synthesis", `{"mode":"team","strategy":"dag","nodes":[` + oneNode + `]}`, single, pipeline.Schema},
		{"a node without an id", teamAnswer("dag", `{"task":"look"}`), single, pipeline.Schema},
		{"a node without a task", teamAnswer("dag", `{"id":"a"}`), single, pipeline.Schema},
		{"an id that is a number", teamAnswer("dag", `{"id":1,"task":"look"}`), single, pipeline.Schema},
		{"depends_on is a text", teamAnswer("dag", keys(`"depends_on":"b"`)), single, pipeline.Schema},
		{"an unknown key", `{"mode":"single","confidence":1}`, single, pipeline.Schema},
		{"an unknown key of a node", teamAnswer("dag", keys(`"depend_on":["b"]`)), single, pipeline.Schema},
		{"a key in capitals", teamAnswer("dag", keys(`"Depends_On":["b"]`)), single, pipeline.Schema},
		{"an unknown key of a node that is not needed", `{"mode":"single","nodes":[` + keys(`"x":1`) + `]}`, single,
			pipeline.Schema},

		{"an empty strategy", teamAnswer("", oneNode), single, invalid},
		{"an unknown strategy", teamAnswer("swarm", oneNode), single, invalid},
		{"no node", teamAnswer("dag", ""), single, invalid},
		{"a blank task", teamAnswer("dag", `{"id":"a","task":" \n"}`), single, invalid},
		{"a cycle", teamAnswer("dag", keys(`"depends_on":["a"]`)), single, invalid},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root, out := converse(t, pipeline.Case{}, planned(tt.answer), users("go"))
			if got := decided(root, "turn-1", stagePlanner); got != tt.decided {
				t.Errorf("decided %s, want %s", got, tt.decided)
			}
			var reasons []pipeline.Reason
			for _, f := range fallbacks(root) {
				if reasons = append(reasons, f.Reason); f.Stage != stagePlanner || f.Tries != 1 || f.Detail == "" {
					t.Errorf("fallback %+v", f)
				}
			}
			if got := append(reasons, "")[0]; got != tt.reason || len(reasons) > 1 {
				t.Errorf("reasons %v, want %q", reasons, tt.reason)
			}
			if out[0].Status != pipeline.StatusDone {
				t.Errorf("the turn is %s", out[0].Status)
			}
		})
	}
}

// Each of the four ways to fail leads to a run without a team, and the trace distinguishes them: model, answer, graph,
// resolver.
func TestPlanner_P5_FB3_FourReasons(t *testing.T) {
	team := teamAnswer("dag", oneNode)
	for _, tt := range []struct {
		name   string
		with   bad
		answer string
		fail   pipeline.Part // of the retrieval
	}{
		{"model: unavailable", bad{reason: pipeline.Unavailable}, "", ""},
		{"model: timeout", bad{reason: pipeline.Timeout}, "", ""},
		{"model: transport", bad{reason: pipeline.Transport}, "", ""},
		{"model: overflow", bad{reason: pipeline.Overflow}, "", ""},
		{"answer", bad{reason: pipeline.Malformed, text: "{"}, "", ""},
		{"graph", bad{reason: reasonInvalidGraph}, teamAnswer("dag", oneNode+","+oneNode), ""},
		{"resolver: loader", bad{reason: reasonResolver}, team, pipeline.PartLoader},
		{"resolver: embedder", bad{reason: reasonResolver}, team, pipeline.PartEmbedder},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := planned(tt.answer)
			var m pipeline.Model = s
			if tt.answer == "" {
				m = &broken{Model: s, at: "turn-1/planner", with: tt.with}
			}
			root, _ := converse(t, pipeline.Case{Skills: alike(1), Block: &Block{Retrieval: Retrieval{Fail: tt.fail}}},
				m, users("go"))
			i := slices.IndexFunc(fallbacks(root), func(f pipeline.Fallback) bool { return f.Stage == stagePlanner })
			if i < 0 || fallbacks(root)[i].Reason != tt.with.reason {
				t.Fatalf("fallbacks %+v, want the planner's for %s", fallbacks(root), tt.with.reason)
			}
			if got := decided(root, "turn-1", stagePlanner); got != `{"mode":"single"}` {
				t.Errorf("decided %s", got)
			}
			for _, p := range s.paths() {
				if strings.Contains(p, "node:") {
					t.Errorf("%s: a node has run", p)
				}
			}
			if got := contextSections(s.at(t, "turn-1/main-1")); slices.Contains(sectionNames(got), "Team") {
				t.Errorf("the main run has a team's context: %q", sectionNames(got))
			}
		})
	}
}

// The planner's two messages: their sources, and the parts in their order. The first attempt has no history.
func TestPlannerPrompt_P1_P2(t *testing.T) {
	m := planned(`{"mode":"single"}`)
	m.answers["turn-2/router"] = says(`{"action":"revise_task"}`)
	converse(t, pipeline.Case{}, m, users("写一封信。", "Shorter."))
	first, second := m.at(t, "turn-1/planner"), m.at(t, "turn-2/planner")
	if system := first.Messages[0].Content(); len(first.Messages) != 2 ||
		!strings.Contains(system, "execution mode of an internal Beaver Task attempt") ||
		!strings.Contains(system, "compact JSON") {
		t.Errorf("system message:\n%s", system)
	}
	parts := []string{"Instruction", "Team conditions", "JSON schema", "Task goal", "Current user request",
		"Attempt index"}
	if d := cmp.Diff(parts, sectionNames(first.Messages[1].Sections)); d != "" {
		t.Errorf("the first attempt's parts (-want +got):\n%s", d)
	}
	if d := cmp.Diff(append(parts, "Relevant task history"), sectionNames(second.Messages[1].Sections)); d != "" {
		t.Errorf("the second attempt's parts (-want +got):\n%s", d)
	}
	text := second.Messages[1].Content()
	for _, opening := range []string{"Decide execution mode for this internal Task attempt.",
		"\n\nUse mode=team only when ", "\n\nJSON schema:\n"} {
		if !strings.Contains("\n\n"+text, opening) {
			t.Errorf("without %q:\n%s", opening, text)
		}
	}
	for _, key := range []string{"mode", "reason", "strategy", "nodes", "final_synthesis_instruction", "id", "task",
		"role", "skill_query", "required_capabilities", "depends_on", "constraints", "expected_output"} {
		if !strings.Contains(text, `"`+key+`"`) {
			t.Errorf("the schema does not name %s", key)
		}
	}
	const end = "\n\nTask goal:\n写一封信。\n\nCurrent user request:\nShorter.\n\nAttempt index: 2\n\n" +
		"Relevant task history:\n{\"attempt\":1,\"mode\":\"single\",\"outcome\":\"done\",\"last_answer\":\"All " +
		"right.\"}"
	if !strings.HasSuffix(text, end) {
		t.Errorf("the end of the message, want %q:\n%s", end, text)
	}
}

// Only Task mode plans: a chat, an acknowledgement and an entry at the main agent do not.
func TestPlanner_S2_S4_OnlyInTaskMode(t *testing.T) {
	m := &script{answers: map[string]pipeline.Response{
		"turn-2/router": says(`{"action":"new_task"}`), "turn-3/router": says(`{"action":"close_task"}`),
		"turn-4/router": says(`{"action":"new_task"}`), "turn-5/router": says(`{"action":"abandon_task"}`),
	}}
	root, out := converse(t, pipeline.Case{}, m, users("hi", "work", "done", "more work", "stop"))
	want := []string{
		"turn-1/main-1", "turn-1/router", "turn-2/main-1", "turn-2/planner", "turn-2/router", "turn-3/main-1",
		"turn-3/router",
		"turn-4/main-1", "turn-4/planner", "turn-4/router", "turn-5/main-1", "turn-5/router",
	}
	if d := cmp.Diff(want, m.paths()); d != "" {
		t.Errorf("calls (-want +got):\n%s", d)
	}
	for _, path := range []string{"turn-3/main-1", "turn-5/main-1"} {
		if got := executionContext(m.at(t, path)); got != "" {
			t.Errorf("%s acknowledges with a Task's context: %q", path, got)
		}
	}
	if got, want := state(t,
		out[4]), `{"messages":10,"memory":0,"tasks":[{"short_title":"work","status":"closed","attempts":1},{"short_title":"more work","status":"abandoned","attempts":1}]}`; got != want {
		t.Errorf("state %s, want %s", got, want)
	}
	if e := event(root, "skill draft"); e != "" {
		t.Errorf("something was learned: %s", e)
	}
}
