package beaver

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func TestNormalise_S3(t *testing.T) {
	for _, tt := range []struct {
		asked     action
		active    bool
		want      action
		wantAsked action
	}{
		{simpleChat, false, simpleChat, ""},
		{newTask, false, newTask, ""},
		{continueTask, false, newTask, continueTask},
		{reviseTask, false, newTask, reviseTask},
		{closeTask, false, simpleChat, closeTask},
		{abandonTask, false, simpleChat, abandonTask},
		{simpleChat, true, simpleChat, ""},
		{newTask, true, newTask, ""},
		{continueTask, true, continueTask, ""},
		{reviseTask, true, reviseTask, ""},
		{closeTask, true, closeTask, ""},
		{abandonTask, true, abandonTask, ""},
	} {
		got := normalise(decision{Action: tt.asked, ShortTitle: "title"}, tt.active)
		if want := (decision{Action: tt.want, ShortTitle: "title", Asked: tt.wantAsked}); got != want {
			t.Errorf("%s, active %v: %+v, want %+v", tt.asked, tt.active, got, want)
		}
	}
}

func TestRouterPrompt_R2_Sections(t *testing.T) {
	sys, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	names := func(d routerData) []string {
		sections, err := sys.Loaded().routerUser.Render(d)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, s := range sections {
			names = append(names, s.Name)
		}
		return names
	}
	after := []string{"Actions", "Critical policy", "Output keys", "Active task", "Recent conversation",
		"Current user message"}
	bare := names(routerData{ActiveTask: code.Of("null"), Recent: code.Of("[]"), Message: code.Of("hi")})
	if d := cmp.Diff(append([]string{"Instruction"}, after...), bare); d != "" {
		t.Errorf("without guidance (-want +got):\n%s", d)
	}
	guided := names(routerData{
		Guidance: code.Of("Prefer chat."), ActiveTask: code.Of("null"), Recent: code.Of("[]"), Message: code.Of("hi"),
	})
	if d := cmp.Diff(append([]string{"Instruction", "Skill guidance"}, after...), guided); d != "" {
		t.Errorf("with guidance (-want +got):\n%s", d)
	}
}

func TestRouterPrompt_R2_ActiveTask(t *testing.T) {
	k := &task{ID: "task:turn-1", ShortTitle: "旅行", Goal: "<plan> & \"go\"", Status: taskActive}
	k.finish(modeSingle, nil, runRecord{Status: pipeline.StatusDone, Answer: "first"})
	k.finish(modeSingle, nil, runRecord{Status: pipeline.StatusFailed})
	got, err := activeTaskJSON(k)
	want := `{"id":"task:turn-1","short_title":"旅行","goal":"<plan> & \"go\"","status":"active","attempt":2,"last_answer":"first"}`
	if err != nil || got.String() != want {
		t.Errorf("%v\n got %s\nwant %s", err, got, want)
	}
	if got, err := activeTaskJSON(nil); err != nil || got.String() != "null" {
		t.Errorf("no Task: %s, %v", got, err)
	}
}

// A suite names the router's model; every other stage has its own.
func TestRouter_R5_ModelOfTheSuite(t *testing.T) {
	m := &script{answers: map[string]pipeline.Response{"turn/main-1": asks("", "clock")}}
	conv := open(t, pipeline.Case{Tools: []pipeline.Tool{{Name: "clock"}},
		Block: &Block{Limits: Limits{ToolIterations: 1}}})
	settings := func(stage string) pipeline.StageSettings {
		return pipeline.StageSettings{Model: map[string]string{stageRouter: "aux", stageMain: "big",
			stageFinalizer: "big"}[stage]}
	}
	root := pipeline.NewRuntime(&pipeline.Env{Model: m, Settings: settings}, time.Time{})
	if _, err := conv.Turn(t.Context(), root.At("turn", ""), users("hi")[0]); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range m.kept {
		got = append(got, r.Stage+" "+r.Model)
	}
	if d := cmp.Diff([]string{"router aux", "main big", "finalizer big"}, got); d != "" {
		t.Errorf("models (-want +got):\n%s", d)
	}
}

// bad is an unusable answer of the router; anything but a failure of the model itself is a text.
type bad struct {
	reason pipeline.Reason
	text   string // for malformed, schema and empty
}

var badAnswers = []bad{
	{reason: pipeline.Timeout}, {reason: pipeline.Transport}, {reason: pipeline.Unavailable},
	{reason: pipeline.Overflow},
	{pipeline.Malformed, "simple_chat"}, {pipeline.Schema, `["simple_chat"]`}, {pipeline.Schema, `{"action":"dance"}`},
	{pipeline.Empty, " \n"},
}

func (b bad) answer() (pipeline.Response, error) {
	if b.text != "" {
		return says(b.text), nil
	}
	return pipeline.Response{}, &pipeline.Failure{Reason: b.reason, Err: errors.New("test")}
}

// twice gives the router of one turn two answers, one per try.
type twice struct {
	pipeline.Model
	place string
	tries [2]bad
}

func (m twice) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	if base(req.Path) == m.place+"/"+stageRouter {
		return m.tries[req.Try-1].answer()
	}
	return m.Model.Chat(ctx, req)
}

// Only a timeout and a broken transport are worth a second try; the last try gives the reason, and there is no third.
func TestRouter_R6_R7_FB1_FB2_EveryPairOfTries(t *testing.T) {
	for _, first := range badAnswers {
		for _, second := range badAnswers {
			want := pipeline.Fallback{Stage: stageRouter, Reason: first.reason, Tries: 1}
			if first.reason == pipeline.Timeout || first.reason == pipeline.Transport {
				want.Reason, want.Tries = second.reason, 2
			}
			for _, withTask := range []bool{false, true} {
				m := &script{answers: map[string]pipeline.Response{}}
				wantAction := `{"action":"simple_chat"}`
				if withTask {
					m.answers["turn-1/router"] = says(`{"action":"new_task"}`)
					wantAction = `{"action":"continue_task"}`
				}
				root, _ := converse(t, pipeline.Case{}, twice{m, "turn-2", [2]bad{first, second}},
					users("begin", "go on"))
				if got := fallbacks(root); len(got) != 1 || got[0] != want {
					t.Errorf("%v, then %v: fallbacks %+v, want %+v", first, second, got, want)
				}
				if got := decided(root, "turn-2", stageRouter); got != wantAction {
					t.Errorf("%v, then %v, Task %v: decided %s, want %s", first, second, withTask, got, wantAction)
				}
			}
		}
	}
}

// What stands beside the action is read, and a value of another type loses only itself.
func TestRouter_R4_FB5_BesideTheAction(t *testing.T) {
	for _, tt := range []struct{ answer, want, title string }{
		{`{"action":"new_task","reason":"work","short_title":"Letter"}`,
			`{"action":"new_task","reason":"work","short_title":"Letter"}`, "Letter"},
		{`{"action":"new_task","reason":["work"],"short_title":7}`, `{"action":"new_task"}`, "a letter"},
		{`{"action":"new_task","reason":null,"short_title":{"en":"Letter"}}`, `{"action":"new_task"}`, "a letter"},
	} {
		m := planned(`{"mode":"single"}`)
		m.answers["turn-1/router"] = says(tt.answer)
		root, _ := converse(t, pipeline.Case{}, m, users("a letter", "Thanks."))
		if got := decided(root, "turn-1", stageRouter); got != tt.want {
			t.Errorf("%s: decided %s, want %s", tt.answer, got, tt.want)
		}
		if got := sectionText(m.at(t, "turn-2/router").Messages[1], "Active task"); !strings.Contains(got,
			`"short_title":"`+tt.title+`"`) {
			t.Errorf("%s: the Task is %s", tt.answer, got)
		}
		if got := fallbacks(root); len(got) > 0 {
			t.Errorf("%s: fallbacks %+v", tt.answer, got)
		}
	}
}
