package beaver

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// delegated is a team of two whose second node has every possible field and depends on the first.
const delegated = `{"id":"a","task":"look"},{"id":"b","task":"write","role":"writer","skill_query":"style","required_capabilities":["x","y"],` +
	`"depends_on":["a"],"constraints":["short","kind"],"expected_output":"A page."}`

// A node's execution context: every part in its order, the pinned skills in full.
func TestNodeContext_D0_D1(t *testing.T) {
	m := planned(teamAnswer(strategyDAG, delegated))
	m.answers["turn-1/node:a/main-1"] = says("Seen: 海狸.")
	m.answers["turn-1/node:b/resolver"] = says(`["letter-01"]`)
	m.answers["turn-1/node:b/skills-final"] = says(`[]`)
	c := pipeline.Case{Skills: alike(2),
		Block: &Block{Profile: Profile{SystemPrompt: "Of the main agent.", SubAgent: "You are thorough."}}}
	converse(t, c, m, users("go"))
	const worker = "You are a delegated worker: a sub-agent that does one part of a larger Task. Work on the node's " +
		"task only, do not talk to the user, and return the result that the main agent needs.\n\n"
	const want = "# Execution Context\nParent task ID: task:turn-1\nParent run ID: run:turn-1\n\n" + worker +
		"Agent role: writer\nYou are thorough.\n\nConstraints:\n- short\n- kind\n\nExpected output:\nA page.\n\n" +
		"Dependency outputs:\n\nOutput of node a:\nSeen: 海狸.\n\nPinned skills:\n\nSkill letter-01:\nBegin with the " +
		"date.\n\n"
	if d := cmp.Diff(want, executionContext(m.at(t, "turn-1/node:b/main-1"))); d != "" {
		t.Errorf("execution context (-want +got):\n%s", d)
	}
}

// A bare node's context has no heading without a part below it; without a skill it has its guidance.
func TestNodeContext_D1_EmptyPartsLeaveNoHeading(t *testing.T) {
	for name, node := range map[string]string{
		"nothing is said": oneNode,
		"all is blank":    `{"id":"a","task":"look","role":" ","skill_query":"","required_capabilities":[" "],"constraints":["","\n"],"expected_output":" "}`,
	} {
		t.Run(name, func(t *testing.T) {
			m := planned(teamAnswer(strategyDAG, node))
			c := pipeline.Case{Skills: alike(1)}
			converse(t, c, m, users("go"))
			r := m.at(t, "turn-1/node:a/main-1")
			if d := cmp.Diff([]string{sectionContext, "Parents", "Delegation", "Ephemeral guidance"},
				sectionNames(contextSections(r))); d != "" {
				t.Errorf("parts (-want +got):\n%s", d)
			}
			const want = "Task description:\nParent task ID: task:turn-1\n\nNode task:\nlook\n\nExecution " +
				"phase=team_node\n\nSkill selection instruction: "
			if got := m.at(t, "turn-1/node:a/skills-final").Messages[1].Content(); !strings.HasPrefix(got, want) {
				t.Errorf("selection context, want %q first:\n%s", want, got)
			}
		})
	}
}

// Role and the profile's prompt are on separate lines; if one is missing it leaves no line.
func TestNodeContext_D1_RoleAndPrompt(t *testing.T) {
	for _, tt := range []struct{ role, prompt, want string }{
		{"a writer", "Be careful.", "Agent role: a writer\nBe careful.\n\n"},
		{"a writer", "", "Agent role: a writer\n\n"},
		{"a writer", " \n", "Agent role: a writer\n\n"},
		{"", "Be careful.", "Be careful.\n\n"},
		{"", "", ""},
	} {
		m := planned(teamAnswer(strategyDAG, `{"id":"a","task":"look","role":"`+tt.role+`"}`))
		converse(t, pipeline.Case{Block: &Block{Profile: Profile{SubAgent: tt.prompt}}}, m, users("go"))
		if got := sectionText(m.at(t, "turn-1/node:a/main-1").Messages[0], "Agent"); got != tt.want {
			t.Errorf("role %q, prompt %q: %q, want %q", tt.role, tt.prompt, got, tt.want)
		}
	}
}

// The text by which a node's skills are selected: every part in its order.
func TestNodeSelection_D2(t *testing.T) {
	m := planned(teamAnswer(strategyDAG, delegated))
	m.answers["turn-1/node:a/main-1"] = says(strings.Repeat("海", 900))
	m.answers["turn-1/node:b/resolver"] = says(`["letter-01"]`)
	converse(t, pipeline.Case{Skills: alike(2)}, m, users("go"))
	want := "Task description:\nParent task ID: task:turn-1\n\nNode task:\nwrite\n\nExecution " +
		"phase=team_node\n\nAgent role: writer\n\nSkill query:\nstyle\n\n" +
		"Required capabilities:\n- x\n- y\n\nConstraints:\n- short\n- kind\n\nExpected output:\nA page.\n\nPinned " +
		"skills, which are active already:\n- letter-01\n\n" +
		"Dependency outputs:\n\nOutput of node a:\n" + strings.Repeat("海", 800) + "\n\nSkill selection instruction: "
	got := m.at(t, "turn-1/node:b/skills-final").Messages[1].Content()
	if !strings.HasPrefix(got, want) {
		t.Errorf("selection context (-want +got):\n%s", cmp.Diff(want, got))
	}
	if full := executionContext(m.at(t, "turn-1/node:b/main-1")); !strings.Contains(full, strings.Repeat("海", 900)) {
		t.Error("the execution context cuts the output of a dependency")
	}
}

// Each dependency's output is cut by itself, to 800 code points, and no code point is split.
func TestExcerpt_D2_Law(t *testing.T) {
	sys, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		outputs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
			unit := rapid.StringOfN(rapid.SampledFrom([]rune("aé海🦫\u200d👩\U0010ffff")), 1, 9, -1).Draw(t, "unit")
			return strings.Repeat(unit, rapid.IntRange(1, 300).Draw(t, "times"))
		}), 1, 3).Draw(t, "outputs")
		data := delegationData{Task: code.Of("write")}
		want := ""
		for _, o := range outputs {
			r := nodeResult{ID: "n", Answer: o}
			data.Dependencies = append(data.Dependencies, dependency{code.Of(r.ID), code.Of(r.Answer), r.excerpt()})
			runes := []rune(o)
			want += "\n\nOutput of node n:\n" + string(runes[:min(800, len(runes))])
		}
		text, err := content(sys.Loaded().nodeSelection, data)
		got := text.String()
		if err != nil || !utf8.ValidString(got) ||
			!strings.Contains(got, "Dependency outputs:"+want+"\n\nSkill selection instruction") {
			t.Errorf("%v, want %q in it:\n%q", err, want, got)
		}
	})
}

// Pinned skills are in the context only: they are not offered again, nor in an activation message.
func TestNode_D0_M3_PinnedIsNotOfferedAgain(t *testing.T) {
	m := letterPlan(`["letter-01"]`)
	m.answers["turn-1/node:a/skills-final"] = says(`["letter-01","letter-02"]`)
	root, _ := converse(t, pipeline.Case{Skills: alike(3)}, m, users("a letter"))
	if d := cmp.Diff([]string{"letter-00", "letter-02"},
		offeredSkills(m.at(t, "turn-1/node:a/skills-final"))); d != "" {
		t.Errorf("offered (-want +got):\n%s", d)
	}
	run := m.at(t, "turn-1/node:a/main-1")
	if d := cmp.Diff([]string{"letter-02"}, activeSkills(run)); d != "" {
		t.Errorf("activated (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"letter-01"}, skillSections(run.Messages[0])); d != "" {
		t.Errorf("in the context (-want +got):\n%s", d)
	}
	if got := fallbacks(root); len(got) != 1 || got[0].Reason != reasonUnknownName || got[0].Detail != "letter-01" {
		t.Errorf("fallbacks %+v, want the pinned name as no candidate", got)
	}
}

// If all matching skills are pinned, no selection is made.
func TestNode_D0_A7_AllPinned(t *testing.T) {
	m := letterPlan(`["letter-00"]`)
	converse(t, pipeline.Case{Skills: alike(1)}, m, users("a letter"))
	for _, p := range m.paths() {
		if strings.HasPrefix(p, "turn-1/node:a/skills-") {
			t.Errorf("%s: a selection among nothing", p)
		}
	}
}

// A node is a complete run: its task is the user's message, its session is its own, and it has the tools of its skills,
// the loop, the finalizer and the guidance on failures. It sees nothing of the parent's history.
func TestNode_D0_D3_M1_M6_N1_N3_CompleteRun(t *testing.T) {
	m := letterPlan(`["clockwork"]`)
	m.answers["turn-1/node:a/main-1"] = asks("I look.", "clock")
	m.answers["turn-1/node:a/finalizer"] = says("It is late.")
	tools := []string{}
	c := pipeline.Case{
		Session: pipeline.Session{ID: "s-1", User: "u"},
		History: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Message", "an old secret")},
		Tools:   []pipeline.Tool{{Name: "clock"}, {Name: "other"}},
		Skills: []pipeline.SkillDir{skillText("clockwork",
			"---\nname: clockwork\ndescription: a letter by the clock\ntools: [clock]\n---\nLook at it.")},
		Block: &Block{Limits: Limits{ToolIterations: 1}, Profile: Profile{Tools: &tools}},
	}
	root, _ := converse(t, c, m, users("a letter"))
	run, final := m.at(t, "turn-1/node:a/main-1"), m.at(t, "turn-1/node:a/finalizer")
	if len(run.Messages) != 2 || run.Messages[1].Role != pipeline.RoleUser || run.Messages[1].Content() != "a letter" ||
		run.Stage != stageNode {
		t.Errorf("%s at %s: %+v", run.Stage, run.Path, run.Messages[1:])
	}
	if len(run.Tools) != 1 || run.Tools[0].Name != "clock" || final.Tools != nil {
		t.Errorf("tools %+v, at the finalizer %+v", run.Tools, final.Tools)
	}
	system := run.Messages[0].Content()
	for _, part := range []string{"Session ID: session:turn-1/node:a\n", "User ID: u\n", "Parent Session ID: s-1\n",
		"# Tool Failure Guidance"} {
		if !strings.Contains(system, part) {
			t.Errorf("system prompt without %q:\n%s", part, system)
		}
	}
	if strings.Contains(system, "an old secret") {
		t.Error("a child session sees the parent's history")
	}
	if got := final.Messages[len(final.Messages)-1]; got.Role != pipeline.RoleSystem ||
		!strings.Contains(got.Content(), "tool budget is used up") {
		t.Errorf("the finalizer's last message: %+v", got)
	}
	want := []pipeline.Fallback{{Stage: stageNode, Reason: reasonToolBudget, Tries: 1}}
	if d := cmp.Diff(want, fallbacks(root)); d != "" {
		t.Errorf("fallbacks (-want +got):\n%s", d)
	}
	if got := executionContext(m.at(t, "turn-1/main-1")); !strings.Contains(got, "Node a: done\nIt is late.\n") {
		t.Errorf("the main run is not told:\n%s", got)
	}
	for _, msg := range m.at(t, "turn-1/main-1").Messages[1:] {
		if strings.Contains(msg.Content(), "I look.") {
			t.Error("the parent's session holds a message of the node")
		}
	}
}
