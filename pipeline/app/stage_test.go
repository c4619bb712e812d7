package app

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// The first matching rule decides the stage, and all of its keys have to match.
func TestStageOf(t *testing.T) {
	rules, err := rulesOf([]StageRule{
		{Name: "router", When: &When{System: "^You are a router"}},
		{Name: "planner", When: &When{Model: "plan-.*", Endpoint: "^responses$"}},
		{Name: "critic", When: &When{Format: "verdict"}, Together: true},
		{Name: "desk", When: &When{Tools: "^weather$"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	said := func(role, text string) []pipeline.Message {
		return []pipeline.Message{pipeline.Text(role, "Content", text)}
	}
	for _, tt := range []struct {
		name string
		body Body
		want string
	}{
		{"system", Body{
			Request: pipeline.Request{Messages: said("system", "Hello.\nYou are a router.")}}, "router"},
		{"developer", Body{Request: pipeline.Request{Messages: said("developer", "You are a router.")}}, "router"},
		{"not at a line's beginning", Body{
			Request: pipeline.Request{Messages: said("system", "Hi. You are a router.")}}, "chat"},
		{"a user says so", Body{Request: pipeline.Request{Messages: said("user", "You are a router.")}}, "chat"},
		{"model and endpoint", Body{Model: "plan-9", Endpoint: Responses}, "planner"},
		{"model alone", Body{Model: "plan-9", Endpoint: ChatCompletions}, "chat"},
		{"format", Body{FormatName: "a_verdict"}, "critic"},
		{"tool", Body{Request: pipeline.Request{Tools: []pipeline.Tool{{Name: "x"}, {Name: "weather"}}}}, "desk"},
		{"another tool", Body{Request: pipeline.Request{Tools: []pipeline.Tool{{Name: "weathers"}}}}, "chat"},
	} {
		if got, claimed := stageOf(rules, &tt.body); got != tt.want || claimed != (got != "chat") {
			t.Errorf("%s: %s, claimed %v, want %s", tt.name, got, claimed, tt.want)
		}
	}
	want := []string{"router", "planner", "critic", "desk", "chat"}
	if got := stageNames(rules); !slices.Equal(got, want) {
		t.Errorf("stages %v, want %v", got, want)
	}
	if !together(rules, "critic") || together(rules, "desk") || together(rules, "chat") {
		t.Error("critic alone is asked side by side")
	}
}

// A stage without when takes all remaining requests: there is no chat then.
func TestLastStageTakesAll(t *testing.T) {
	rules, err := rulesOf([]StageRule{{Name: "a", When: &When{Model: "x"}}, {Name: "rest"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := stageNames(rules); !slices.Equal(got, []string{"a", "rest"}) {
		t.Errorf("stages %v", got)
	}
	if got, claimed := stageOf(rules, &Body{Model: "y"}); got != "rest" || claimed {
		t.Errorf("stage %s, claimed %v", got, claimed)
	}
}

func TestRulesThatAreNone(t *testing.T) {
	for want, stages := range map[string][]StageRule{
		"stages.0.name: want letters":          {{Name: "chat-1"}},
		"stages.0.when: want system":           {{Name: "a", When: &When{}}},
		"stages.0.when.tools: error parsing":   {{Name: "a", When: &When{Tools: "("}}},
		"stages.1: the stage a is together in": {{Name: "a", When: &When{Tools: "x"}}, {Name: "a", Together: true}},
	} {
		_, err := rulesOf(stages)
		bad, ok := errors.AsType[*pipeline.KeyError](err)
		if !ok || !strings.HasPrefix(bad.Error(), want) {
			t.Errorf("%+v: %v, want %s", stages, err, want)
		}
	}
}

// Without a suite's description the system has no stages and opens no case.
func TestNothingWithoutASuite(t *testing.T) {
	s, err := New()
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Stages()) > 0 || s.Scrub() != nil {
		t.Errorf("stages %v", s.Stages())
	}
	_, err = s.Open(pipeline.Case{ID: "c"})
	if _, ok := errors.AsType[*pipeline.InputError](err); !ok {
		t.Errorf("a case of no suite: %v", err)
	}
}
