package beaver

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

const fullNode = `{"id":"a","task":"look","role":"r","skill_query":"maps","required_capabilities":["reading","海狸"],"expected_output":"A list."}`

// The two messages of the guidance stage, in the spec's wording; what all nodes share stands first.
func TestGuidancePrompt_E1_E2(t *testing.T) {
	m := planned(teamAnswer(strategyDAG, fullNode+`,{"id":"b","task":"write"}`))
	m.answers["turn-1/router"] = says(`{"action":"new_task"}`)
	converse(t, pipeline.Case{}, m, users("Find the way."))
	full, bare := m.at(t, "turn-1/node:a/guidance"), m.at(t, "turn-1/node:b/guidance")
	for _, part := range []string{"concise Beaver ephemeral guidance",
		"JSON only with keys guidance_name, description, content, tags"} {
		if !strings.Contains(full.Messages[0].Content(), part) {
			t.Errorf("system message without %q:\n%s", part, full.Messages[0].Content())
		}
	}
	text := full.Messages[1].Content()
	const tail = "\n\nTask goal:\nFind the way.\n\nCurrent user request:\nFind the way.\n\nNode id: a\nNode " +
		"task:\nlook\n\n" +
		"Skill query:\nmaps\n\nRequired capabilities:\n- reading\n- 海狸"
	if !strings.HasPrefix(text, "Create procedural guidance") || !strings.HasSuffix(text, tail) {
		t.Errorf("user message, want %q at its end:\n%s", tail, text)
	}
	for _, part := range []string{"a temporary sub-agent can act on", "implementation", "review metadata",
		"publish metadata"} {
		if !strings.Contains(text, part) {
			t.Errorf("user message without %q:\n%s", part, text)
		}
	}
	want := []string{"Instruction", "Demand", "Task goal", "Current user request", "Node"}
	if d := cmp.Diff(want, sectionNames(bare.Messages[1].Sections)); d != "" {
		t.Errorf("parts of a node without query and capabilities (-want +got):\n%s", d)
	}
}

// guidedContext returns the guidance in a node's context.
func guidedContext(t *testing.T, m *script, path string) string {
	t.Helper()
	for _, s := range contextSections(m.at(t, path)) {
		if s.Name == "Ephemeral guidance" {
			return strings.TrimSpace(s.Text)
		}
	}
	return ""
}

// The result of an answer: the model's guidance, or the local one with the reason.
func TestGuidance_E3_E4_FB3_Answers(t *testing.T) {
	const local = "Ephemeral pinned guidance ephemeral:local-a (ephemeral:guidance:turn-1/node:a): Made without a " +
		"model.\n\n" +
		"## Objective\nlook\n\n## Capabilities to apply\n- reading\n- 海狸\n\n## Output\nA list."
	const of = "Ephemeral pinned guidance ephemeral:maps (ephemeral:guidance:turn-1/node:a)"
	for _, tt := range []struct {
		name, answer string
		want         string
		reason       pipeline.Reason
	}{
		{"all keys", `{"guidance_name":"maps","description":"How to read.","content":"Look\nclosely.","tags":["x","y\nz"," "]}`,
			of + ": How to read.\nTags: x, y z\n\nLook\nclosely.", ""},
		{"a key more", `{"guidance_name":"maps","description":"How.","content":"Look.","level":3}`,
			of + ": How.\n\nLook.", ""},
		{"tags that are a text", `{"guidance_name":"maps","content":"Look.","tags":"x, y"}`, of + "\nTags: x, y\n\nLook.",
			""},
		{"tags that are no texts", `{"guidance_name":"maps","content":"Look.","tags":[1,"x",null,{}]}`,
			of + "\nTags: x\n\nLook.", ""},
		{"tags that are an object", `{"guidance_name":"maps","content":"Look.","tags":{"x":1}}`, of + "\n\nLook.", ""},
		{"a description that is a list", `{"guidance_name":"maps","description":["How."],"content":"Look."}`,
			of + "\n\nLook.", ""},
		{"prose", "Look closely.", local, pipeline.Malformed},
		{"blank", "\n", local, pipeline.Empty},
		{"no object", `["maps"]`, local, pipeline.Schema},
		{"no name", `{"content":"Look."}`, local, pipeline.Schema},
		{"no content", `{"guidance_name":"maps"}`, local, pipeline.Schema},
		{"a blank name", `{"guidance_name":" ","content":"Look."}`, local, pipeline.Schema},
		{"a blank content", `{"guidance_name":"maps","content":"\n"}`, local, pipeline.Schema},
		{"a name that is a number", `{"guidance_name":7,"content":"Look."}`, local, pipeline.Schema},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := planned(teamAnswer(strategyDAG, fullNode))
			m.answers["turn-1/node:a/guidance"] = says(tt.answer)
			root, _ := converse(t, pipeline.Case{}, m, users("go"))
			if d := cmp.Diff(tt.want, guidedContext(t, m, "turn-1/node:a/main-1")); d != "" {
				t.Errorf("guidance (-want +got):\n%s", d)
			}
			var want []pipeline.Fallback
			if tt.reason != "" {
				want = []pipeline.Fallback{{Stage: stageGuidance, Reason: tt.reason, Tries: 1}}
			}
			if d := cmp.Diff(want, fallbacks(root)); d != "" {
				t.Errorf("fallbacks (-want +got):\n%s", d)
			}
		})
	}
}

// The local payload has its three sections whatever the node contains, and the declaration is the same text.
func TestLocalGuidance_E4(t *testing.T) {
	for _, tt := range []struct {
		name string
		node planNode
		want string
	}{
		{"a bare node", planNode{ID: "a", Task: "look"},
			"## Objective\nlook\n\n## Capabilities to apply\n- what the task needs\n\n## Output\nThe result of the " +
				"task, with what is uncertain."},
		{"a full node", planNode{ID: "a", Task: "look\nfar", Capabilities: []string{"x", "y"},
			ExpectedOutput: "A list."},
			"## Objective\nlook\nfar\n\n## Capabilities to apply\n- x\n- y\n\n## Output\nA list."},
		{"a blank output", planNode{ID: "a", Task: "look", ExpectedOutput: " "},
			"## Objective\nlook\n\n## Capabilities to apply\n- what the task needs\n\n## Output\nThe result of the " +
				"task, with what is uncertain."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(guidanceReply{Name: "local-a", Description: "Made without a model.", Content: tt.want},
				localGuidance(tt.node)); d != "" {
				t.Errorf("guidance (-want +got):\n%s", d)
			}
		})
	}
}

// The version is the node's: the same in every run of the case, a different one for every node and turn.
func TestGuidance_E3_StableVersions(t *testing.T) {
	versions := func() []string {
		m := planned(teamAnswer(strategyParallel, oneNode+`,{"id":"海","task":"look"}`))
		m.answers["turn-2/router"] = says(`{"action":"continue_task"}`)
		m.answers["turn-2/planner"] = m.answers["turn-1/planner"]
		converse(t, pipeline.Case{}, m, users("go", "go on"))
		var all []string
		for _, path := range []string{"turn-1/node:a", "turn-1/node:%E6%B5%B7", "turn-2/node:a"} {
			_, after, _ := strings.Cut(guidedContext(t, m, path+"/main-1"), "(")
			version, _, _ := strings.Cut(after, ")")
			all = append(all, version)
		}
		return all
	}
	want := []string{"ephemeral:guidance:turn-1/node:a", "ephemeral:guidance:turn-1/node:%E6%B5%B7",
		"ephemeral:guidance:turn-2/node:a"}
	for range 2 {
		if d := cmp.Diff(want, versions()); d != "" {
			t.Errorf("versions (-want +got):\n%s", d)
		}
	}
}
