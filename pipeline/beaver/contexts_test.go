package beaver

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// contextTeam is a turn with a team of three: one uses a failing tool, one fails itself, one is skipped.
func contextTeam() (pipeline.Case, *script) {
	m := planned(`{"mode":"team","reason":"Two\nthings.","strategy":"dag","nodes":[` + nodes("a b c<b") +
		`],"final_synthesis_instruction":"Put it\ntogether."}`)
	m.answers["turn-1/node:a/main-1"] = asks("", "clock")
	m.answers["turn-1/node:a/main-2"] = says("A is done.")
	m.answers["turn-1/node:b/main-1"] = says(" ")
	c := pipeline.Case{
		Tools: []pipeline.Tool{{Name: "clock"}}, Skills: alike(1),
		Block: &Block{Task: Task{Description: "By hand.", Constraints: []string{"short", " ", "kind"}}},
	}
	return c, m
}

// The execution context of a Task's main run: C-4, then C-2, every part in its order.
func TestTeamContext_C2_C4_Parts(t *testing.T) {
	c, m := contextTeam()
	converse(t, c, m, users("go"))
	const want = "# Execution Context\nTask goal:\ngo\n\nTask description:\nBy hand.\n\n" +
		"Constraints:\n- short\n- kind\n\nTask status: active\nAttempt index: 1\n\n" +
		"Planner reason:\nTwo\nthings.\n\nTeam strategy: dag\nTeam success: false\n\n" +
		"Node results:\n\nNode a: done\nA is done.\n\nNode b: failed (empty)\n\nNode c: skipped (node b failed)\n\n" +
		"Team evidence:\nRun run:turn-1/node:a of node a: done\n- clock({}): failed: Tool error: clock gave no " +
		"result.\n\nRun run:turn-1/node:b of node b: failed\n- no tool was called\n\n" +
		"Run run:turn-1/node:c of node c: skipped\n\n" +
		"Final synthesis instruction:\nPut it\ntogether.\n\n" +
		"Do not repeat tool calls that failed for the team. Use what the nodes found, and say what is missing.\n\n"
	if d := cmp.Diff(want, executionContext(m.at(t, "turn-1/main-1"))); d != "" {
		t.Errorf("execution context (-want +got):\n%s", d)
	}
}

// The text by which the skills of a Task's main run are selected after a team.
func TestSelectionContext_C1_Team(t *testing.T) {
	c, m := contextTeam()
	converse(t, c, m, users("go"))
	const want = "Task description:\nTask goal:\ngo\n\nTask description:\nBy hand.\n\nCurrent user request:\ngo\n\n" +
		"Execution phase: task_main\nTask status: active\nAttempt index: 1\n\nConstraints:\n- short\n- kind\n\n" +
		"Planner reason: Two things.\nTeam strategy: dag\n\nTeam summaries:\n- a, done: do a\n  A is done.\n- b, " +
		"failed: do b\n- c, skipped: do c\n\n" +
		"Final synthesis instruction:\nPut it\ntogether.\n\nPrefer existing published skills over working without " +
		"one.\n\n"
	if d := cmp.Diff(want, m.at(t, "turn-1/skills-final").Messages[1].Sections[0].Text); d != "" {
		t.Errorf("selection context (-want +got):\n%s", d)
	}
}

// A second attempt shows the first: its number, mode, outcome and answer (C-4); the selection sees its skills (C-1).
func TestTaskContext_C1_C4_SecondAttempt(t *testing.T) {
	c, m := contextTeam()
	m.answers["turn-1/main-1"] = says(strings.Repeat("海", 600))
	m.answers["turn-2/router"], m.answers["turn-2/planner"] = says(`{"action":"revise_task"}`), says(
		`{"mode":"single","reason":"easy"}`)
	converse(t, c, m, users("go", "Shorter."))
	history := `Task history:` + "\n" + `{"attempt":1,"mode":"team","outcome":"done","last_answer":"` +
		strings.Repeat("海", 500) + `"}` + "\n\n"
	want := "Constraints:\n- short\n- kind\n\n" + history + "Task status: active\nAttempt index: 2\n\n" +
		"Revision request:\nShorter.\n\n"
	if got := executionContext(m.at(t, "turn-2/main-1")); !strings.HasSuffix(got, want) {
		t.Errorf("execution context, want %q at its end:\n%s", want, got)
	}
	want = "Skills used in earlier attempts: letter-00\n\n" + history + "Planner reason: easy\n\nPrefer "
	if got := m.at(t, "turn-2/skills-final").Messages[1].Content(); !strings.Contains(got, want) {
		t.Errorf("selection context, want %q in it:\n%s", want, got)
	}
}

// Empty parts leave no heading in the contexts of a team.
func TestContexts_C1_C2_EmptyPartsLeaveNoHeading(t *testing.T) {
	for name, answer := range map[string]string{
		"left out": `{"mode":"team","strategy":"parallel","nodes":[` + oneNode + `],"final_synthesis_instruction":""}`,
		"blank": `{"mode":"team","reason":" \n","strategy":"parallel","nodes":[` + oneNode +
			`],"final_synthesis_instruction":"\t"}`,
	} {
		t.Run(name, func(t *testing.T) {
			m := planned(answer)
			converse(t, pipeline.Case{Skills: alike(1)}, m, users("a letter"))
			const context = "Attempt index: 1\n\nTeam strategy: parallel\nTeam success: true\n\nNode " +
				"results:\n\nNode a: done\nMy part is done.\n\n" +
				"Team evidence:\nRun run:turn-1/node:a of node a: done\n- no tool was called\n\nDo not repeat"
			if got := executionContext(m.at(t, "turn-1/main-1")); !strings.Contains(got, context) {
				t.Errorf("execution context, want %q in it:\n%s", context, got)
			}
			const selection = "Attempt index: 1\n\nTeam strategy: parallel\n\nTeam summaries:\n- a, done: look\n  My " +
				"part is done.\n\nPrefer"
			if got := m.at(t, "turn-1/skills-final").Messages[1].Content(); !strings.Contains(got, selection) {
				t.Errorf("selection context, want %q in it:\n%s", selection, got)
			}
		})
	}
}

// A plan without a team names no strategy, whatever else the answer contains.
func TestSelectionContext_C1_SingleHasNoStrategy(t *testing.T) {
	m := planned(`{"mode":"single","reason":"easy","strategy":"dag","final_synthesis_instruction":"Put it together."}`)
	converse(t, pipeline.Case{Skills: alike(1)}, m, users("a letter"))
	const want = "Planner reason: easy\n\nPrefer"
	if got := m.at(t, "turn-1/skills-final").Messages[1].Content(); !strings.Contains(got, want) {
		t.Errorf("selection context, want %q in it:\n%s", want, got)
	}
}
