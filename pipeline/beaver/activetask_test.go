package beaver

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// trip is a Task that was begun before the case, with two attempts.
func trip() pipeline.Case {
	return pipeline.Case{Block: &Block{ActiveTask: &ActiveTask{
		ID: "task-7", ShortTitle: "Trip", Goal: "Plan a trip", Status: "awaiting_user", Attempt: 2, LastAnswer: "When?",
	}}}
}

// routedTask returns the active Task in the router's prompt of a turn.
func routedTask(t *testing.T, m *script, turn string) string {
	t.Helper()
	_, after, _ := strings.Cut(m.at(t, turn+"/router").Messages[1].Content(), "Active task:\n")
	line, _, _ := strings.Cut(after, "\n")
	return line
}

func TestActiveTask_R2_R4_Defaults(t *testing.T) {
	for _, tt := range []struct {
		name string
		task *ActiveTask
		want string
	}{
		{"none", nil, `null`},
		{"all", trip().Block.(*Block).ActiveTask,
			`{"id":"task-7","short_title":"Trip","goal":"Plan a trip","status":"awaiting_user","attempt":2,"last_answer":"When?"}`},
		{"only a goal", &ActiveTask{Goal: strings.Repeat("旅", 41)},
			`{"id":"task:earlier","short_title":"` + strings.Repeat("旅", 40) + `","goal":"` + strings.Repeat("旅", 41) +
				`","status":"active","attempt":0,"last_answer":""}`},
		{"only a title", &ActiveTask{ShortTitle: "Trip", Goal: " "},
			`{"id":"task:earlier","short_title":"Trip","goal":"Trip","status":"active","attempt":0,"last_answer":""}`},
		{"a long answer", &ActiveTask{Goal: "g", Attempt: 1, LastAnswer: strings.Repeat("🦫", 501)},
			`{"id":"task:earlier","short_title":"g","goal":"g","status":"active","attempt":1,"last_answer":"` +
				strings.Repeat("🦫", 500) + `"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := &script{}
			converse(t, pipeline.Case{Block: &Block{ActiveTask: tt.task}}, m, users("hello"))
			if d := cmp.Diff(tt.want, routedTask(t, m, "turn-1")); d != "" {
				t.Errorf("active Task (-want +got):\n%s", d)
			}
		})
	}
}

// The reported status of the Task holds until something happens to it.
func TestActiveTask_S2_S3_ReportedStatus(t *testing.T) {
	for _, tt := range []struct {
		action string // of turn 1; turn 2 closes what is active
		second string // status before turn 2
		third  string // and before turn 3
	}{
		{"simple_chat", "awaiting_user", ""},
		{"continue_task", "active", ""},
		{"revise_task", "active", ""},
		{"new_task", "active", "active"}, // the new Task, then the old one
		{"close_task", "", ""},
		{"abandon_task", "", ""},
	} {
		t.Run(tt.action, func(t *testing.T) {
			m := &script{answers: map[string]pipeline.Response{
				"turn-1/router": says(`{"action":"` + tt.action + `"}`),
				"turn-2/router": says(`{"action":"close_task"}`),
			}}
			converse(t, trip(), m, users("one", "two", "three"))
			for turn, want := range map[string]string{"turn-2": tt.second, "turn-3": tt.third} {
				got := routedTask(t, m, turn)
				if want == "" && got != "null" || want != "" && !strings.Contains(got, `"status":"`+want+`"`) {
					t.Errorf("%s: want status %q, got %s", turn, want, got)
				}
			}
		})
	}
}

// Attempts are numbered on from those before the case, the last of which is in the history.
func TestActiveTask_C4_AttemptsGoOn(t *testing.T) {
	m := &script{answers: map[string]pipeline.Response{"turn-1/router": says(`{"action":"continue_task"}`),
		"turn-2/router": says(`{"action":"revise_task"}`)}}
	_, out := converse(t, trip(), m, users("In May.", "In June."))
	const want = "Task goal:\nPlan a trip\n\nTask history:\n" +
		`{"attempt":2,"last_answer":"When?"}` + "\n" +
		`{"attempt":3,"mode":"single","outcome":"done","last_answer":"All right."}` + "\n\n" +
		"Task status: active\nAttempt index: 4\n\nRevision request:\nIn June.\n\n"
	if got := executionContext(m.at(t, "turn-2/main-1")); !strings.HasSuffix(got, want) {
		t.Errorf("execution context, want %q at its end:\n%s", want, got)
	}
	if got := m.at(t, "turn-1/planner").Messages[1].Content(); !strings.Contains(got, "Attempt index: 3") {
		t.Errorf("planner:\n%s", got)
	}
	if got := state(t, out[1]); !strings.Contains(got, `{"short_title":"Trip","status":"active","attempts":4}`) {
		t.Errorf("state: %s", got)
	}
}

// A Task may be accepted before any attempt of the case: its evidence has no runs.
func TestActiveTask_S5_V3_AcceptedAtOnce(t *testing.T) {
	m := &script{}
	root, out := converse(t, trip(), m, []pipeline.Input{judges("Thanks.", pipeline.Accepted)})
	if got := statuses(t, out[0]); got != taskAccepted {
		t.Errorf("Tasks %q", got)
	}
	want := `{"task_goal":"Plan a trip","attempt":2,"runs":[],"final_output":"","metadata":{"tool_names":[]}}`
	if got := event(root, "evidence"); got != want {
		t.Errorf("evidence %s, want %s", got, want)
	}
}

func TestActiveTask_S2_MakesNoSense(t *testing.T) {
	for _, tt := range []struct {
		task ActiveTask
		want string
	}{
		{ActiveTask{ID: "t"}, "want a goal or a short_title"},
		{ActiveTask{Goal: " ", ShortTitle: "\n"}, "want a goal or a short_title"},
		{ActiveTask{Goal: "g", Attempt: -1}, "attempt: -1 is negative"},
		{ActiveTask{Goal: "g", LastAnswer: "a"}, "last_answer: without an attempt there is none"},
		{ActiveTask{Goal: "g", Status: taskClosed}, "status: a Task that is closed is not active"},
		{ActiveTask{Goal: "g", Status: taskPaused}, "status: a Task that is paused is not active"},
	} {
		sys, err := loaded()
		if err != nil {
			t.Fatal(err)
		}
		_, err = sys.Open(pipeline.Case{Block: &Block{ActiveTask: &tt.task}})
		want := &pipeline.InputError{What: "beaver: active_task: " + tt.want}
		if d := cmp.Diff(error(want), err); d != "" {
			t.Errorf("%+v (-want +got):\n%s", tt.task, d)
		}
	}
}
