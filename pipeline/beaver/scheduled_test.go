package beaver

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// A scheduled run is one direct main run, by the case's entry or by the turn's kind: no router, no planner. Its trigger
// comes first in the execution context.
func TestScheduled_S6_C3(t *testing.T) {
	const head = "# Execution Context\nCron Job ID: job-7\nName: 周报 & report\nScheduled Run ID: "
	const task = "This is a scheduled task. Do not ask the user to confirm; execute directly.\n\n"
	ofCase := Scheduled{Kind: "task", JobID: "job-7", Name: "周报 & report", RunID: "run-1"}
	const notification = "This is a scheduled notification. Do not ask the user to confirm; produce the " +
		"notification.\n\n"
	of := func(s Scheduled) *TurnBlock { return &TurnBlock{Scheduled: &s} }
	for _, tt := range []struct {
		name  string
		entry string
		in    pipeline.Input
		want  string
	}{
		{"the case's, by its entry", entryScheduled, pipeline.Input{Kind: pipeline.UserMessage,
			Text: "Write the report."}, head + "run-1\n\n" + task},
		{"the case's, by the turn's kind", "", pipeline.Input{Kind: pipeline.Scheduled, Text: "Write the report."},
			head + "run-1\n\n" + task},
		{"the turn's over the case's, field by field", "",
			pipeline.Input{Kind: pipeline.Scheduled, Text: "Write the report.",
				Block: of(Scheduled{Kind: "notification"})},
			head + "run-1\n\n" + notification},
		{"all of it the turn's", "",
			pipeline.Input{Kind: pipeline.Scheduled, Text: "Write the report.",
				Block: of(Scheduled{Kind: "notification", JobID: "j", Name: "n", RunID: "r"})},
			"# Execution Context\nCron Job ID: j\nName: n\nScheduled Run ID: r\n\n" + notification},
		{"a turn that says nothing of it", "", pipeline.Input{Kind: pipeline.Scheduled, Text: "Write the report.",
			Block: &TurnBlock{}}, head + "run-1\n\n" + task},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := &script{}
			_, out := converse(t, pipeline.Case{Block: &Block{Entry: tt.entry, Scheduled: ofCase}}, m,
				[]pipeline.Input{tt.in})
			if d := cmp.Diff([]string{"turn-1/main-1"}, m.paths()); d != "" {
				t.Errorf("calls (-want +got):\n%s", d)
			}
			if d := cmp.Diff(tt.want, executionContext(m.kept[0])); d != "" {
				t.Errorf("execution context (-want +got):\n%s", d)
			}
			if got := m.kept[0].Messages[1].Content(); got != "Write the report." {
				t.Errorf("message %q", got)
			}
			if got, want := state(t, out[0]), `{"messages":2,"memory":0,"tasks":[]}`; got != want {
				t.Errorf("state %s, want %s", got, want)
			}
		})
	}
}

// It selects skills by its message, and leaves the active Task unchanged.
func TestScheduled_S6_A1_BesideATask(t *testing.T) {
	m := planned(`{"mode":"single"}`)
	in := append(users("work"), pipeline.Input{Kind: pipeline.Scheduled, Text: "a letter"})
	_, out := converse(t, pipeline.Case{Skills: alike(1), Block: &Block{Scheduled: Scheduled{Kind: "task"}}}, m, in)
	if got := m.at(t, "turn-2/skills-final").Messages[1].Content(); !strings.HasPrefix(got,
		"Task description:\na letter\n\nCandidate skills:") {
		t.Errorf("selection:\n%s", got)
	}
	if got := statuses(t, out[1]); got != taskActive {
		t.Errorf("Tasks %q, want the one active", got)
	}
	if got := executionContext(m.at(t, "turn-2/main-1")); strings.Contains(got, "Task goal") {
		t.Errorf("the run has the Task's context:\n%s", got)
	}
}

func TestScheduled_S6_UnknownKind(t *testing.T) {
	for _, kind := range []string{"Task", "report", " "} {
		conv := open(t, pipeline.Case{Block: &Block{Entry: entryScheduled, Scheduled: Scheduled{Kind: kind}}})
		root := pipeline.NewRuntime(&pipeline.Env{Model: &script{}}, began)
		_, err := conv.Turn(t.Context(), root.At("turn-1", ""), users("go")[0])
		if _, ok := errors.AsType[*pipeline.InputError](err); !ok {
			t.Errorf("kind %q: error %v, want an InputError", kind, err)
		}
	}
}

// The user's verdict on the active Task is handled before a scheduled run too.
func TestScheduled_S6_S5_Acceptance(t *testing.T) {
	m := planned(`{"mode":"single"}`)
	in := append(users("work"), pipeline.Input{Kind: pipeline.Scheduled, Text: "go", Acceptance: pipeline.Accepted})
	_, out := converse(t, pipeline.Case{Block: &Block{Scheduled: Scheduled{Kind: "task"}}}, m, in)
	m.at(t, "turn-2/draft")
	if got := statuses(t, out[1]); got != taskAccepted {
		t.Errorf("Tasks %q, want the one accepted", got)
	}
}

// A scheduled turn has no words to revise with: such a turn makes no sense, with and without an active Task.
func TestScheduled_S6_S5_Rejected(t *testing.T) {
	for _, before := range [][]pipeline.Input{nil, users("work")} {
		for _, in := range []pipeline.Input{{Kind: pipeline.Scheduled, Text: "go", Acceptance: pipeline.Rejected},
			judges("go", pipeline.Rejected)} {
			c := pipeline.Case{Block: &Block{}}
			if in.Kind == pipeline.UserMessage {
				c.Block = &Block{Entry: entryScheduled}
			}
			conv := open(t, c)
			root := pipeline.NewRuntime(&pipeline.Env{Model: planned(`{"mode":"single"}`)}, began)
			for _, in := range before {
				if _, err := conv.Turn(t.Context(), root.At("before", ""), in); err != nil {
					t.Fatal(err)
				}
			}
			_, err := conv.Turn(t.Context(), root.At("turn-1", ""), in)
			if _, ok := errors.AsType[*pipeline.InputError](err); !ok {
				t.Errorf("%s: error %v, want an InputError", in.Kind, err)
			}
		}
	}
}

// An id of the place replaces a missing run id.
func TestScheduled_S6_RunIDOfThePlace(t *testing.T) {
	m := &script{}
	converse(t, pipeline.Case{Block: &Block{Scheduled: Scheduled{JobID: "j"}}}, m,
		[]pipeline.Input{{Kind: pipeline.Scheduled, Text: "go"}})
	if got := executionContext(m.kept[0]); !strings.Contains(got,
		"Cron Job ID: j\nScheduled Run ID: scheduled:turn-1\n") {
		t.Errorf("execution context:\n%s", got)
	}
}
