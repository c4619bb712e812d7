package beaver

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// packets returns the evidence events of a conversation, in order.
func packets(t *testing.T, root *pipeline.Runtime) []packet {
	t.Helper()
	var all []packet
	for _, e := range root.Log() {
		if e.Kind == pipeline.EntryEvent && e.Stage == "evidence" {
			var p packet
			if err := json.Unmarshal(e.Value, &p); err != nil {
				t.Fatal(err)
			}
			all = append(all, p)
		}
	}
	return all
}

// judges is a message by which the user accepts or rejects the active Task.
func judges(text, acceptance string) pipeline.Input {
	return pipeline.Input{Kind: pipeline.UserMessage, Text: text, Acceptance: acceptance}
}

// Every attempt leaves a packet with its own runs and their tool calls, those of the team first; an accepted Task
// leaves one with all of them, and the accepted run.
func TestEvidence_V1_V2_V3_Packets(t *testing.T) {
	m := planned(teamAnswer(strategyDAG, nodes("a b")))
	m.answers["turn-1/node:a/main-1"] = asks("", "clock", "nowhere")
	m.answers["turn-1/node:a/main-2"] = says("A is done.")
	m.answers["turn-1/node:b/main-1"] = says(" ")
	m.answers["turn-1/main-1"] = asks("", "clock", "alarm")
	m.answers["turn-1/main-2"] = says("First.")
	m.answers["turn-2/main-1"] = says("Second.")
	c := pipeline.Case{Tools: []pipeline.Tool{{Name: "clock"}, {Name: "alarm"}}}
	root, _ := converse(t, c, m, append(users("go"), judges("Better.", pipeline.Rejected),
		judges("Thanks.", pipeline.Accepted)))

	const clock, alarm, nowhere = "Tool error: clock gave no result.", "Tool error: alarm gave no " +
		"result.", "Tool error: there is no tool named nowhere."
	offered := []string{"clock", "alarm"}
	a := runRecord{ID: "run:turn-1/node:a", Node: "a", Status: "done", Request: "do a", Answer: "A is done.",
		Skills: []string{}, Offered: offered,
		Tools: []toolRecord{{Name: "clock", Arguments: "{}", Content: clock, Failed: true},
			{Name: "nowhere", Arguments: "{}", Content: nowhere, Failed: true}}}
	b := runRecord{ID: "run:turn-1/node:b", Node: "b", Status: "failed", Request: "do b", Skills: []string{},
		Offered: offered, Tools: []toolRecord{}}
	first := runRecord{ID: "run:turn-1", Status: "done", Request: "go", Answer: "First.", Skills: []string{},
		Offered: offered,
		Tools: []toolRecord{{Name: "clock", Arguments: "{}", Content: clock, Failed: true},
			{Name: "alarm", Arguments: "{}", Content: alarm, Failed: true}}}
	second := runRecord{ID: "run:turn-2", Status: "done", Request: "Better.", Answer: "Second.", Skills: []string{},
		Offered: offered, Tools: []toolRecord{}}
	called := packetMetadata{ToolNames: []string{"clock", "alarm"}}
	want := []packet{
		{Goal: "go", Attempt: 1, Runs: []runRecord{a, b, first}, FinalOutput: "First.", Metadata: called},
		{Goal: "go", Attempt: 2, Runs: []runRecord{second}, FinalOutput: "Second.",
			Metadata: packetMetadata{ToolNames: []string{}}},
		{Goal: "go", Attempt: 2, Runs: []runRecord{a, b, first, second}, FinalOutput: "Second.",
			FinalAccepted: "run:turn-2", Metadata: called},
	}
	if d := cmp.Diff(want, packets(t, root), cmpopts.IgnoreUnexported(runRecord{}, toolRecord{})); d != "" {
		t.Errorf("packets (-want +got):\n%s", d)
	}
}

// Evidence judges nothing and makes no calls: a Task turn has only its own calls, and the packet has only facts.
func TestEvidence_V1_FactsOnly(t *testing.T) {
	root, _ := converse(t, pipeline.Case{}, planned(`{"mode":"single"}`), users("go"))
	const want = `{"task_goal":"go","attempt":1,"runs":[{"id":"run:turn-1","status":"done","request":"go","answer":"All right.","skills":[],"offered":[],"tools":[]}],` +
		`"final_output":"All right.","metadata":{"tool_names":[]}}`
	if d := cmp.Diff(want, event(root, "evidence")); d != "" {
		t.Errorf("evidence (-want +got):\n%s", d)
	}
	if n := len(depths(root)); n != 3 {
		t.Errorf("%d calls, want router, planner and main", n)
	}
}

// An answer is kept whole as a fact, however long it is.
func TestEvidence_V1_V2_FinalOutputIsWhole(t *testing.T) {
	m := planned(`{"mode":"single"}`)
	m.answers["turn-1/main-1"] = says(strings.Repeat("海", 600))
	root, _ := converse(t, pipeline.Case{}, m, append(users("go"), judges("", pipeline.Accepted)))
	for _, p := range packets(t, root) {
		if n := len([]rune(p.FinalOutput)); n != 600 {
			t.Errorf("final output of %d code points, want 600", n)
		}
	}
}

// The rendered text names every run and every call with the beginning of its result, in one line.
func TestEvidence_V2_C2_Rendered(t *testing.T) {
	sys, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	at := &turn{conversation: &conversation{prompts: sys.Loaded()}}
	text, err := at.renderEvidence([]runRecord{
		{ID: "run:1", Node: "a", Status: "done",
			Tools: []toolRecord{{Name: "look", Arguments: `{"at":"{{.}}"}`,
				Content: "one\n two\t" + strings.Repeat("海", 300), Failed: false}, {Name: "look", Arguments: "{}",
				Content: "Tool error: no", Failed: true}}},
		{ID: "run:2", Node: "b", Status: "failed"},
	})
	want := "Run run:1 of node a: done\n- look({\"at\":\"{{.}}\"}): one two " + strings.Repeat("海", 192) +
		"\n- look({}): failed: Tool error: no\n\nRun run:2 of node b: failed\n- no tool was called"
	if d := cmp.Diff(want, text.String()); err != nil || d != "" {
		t.Errorf("%v, evidence (-want +got):\n%s", err, d)
	}
}
