package model_test

import (
	"errors"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// script answers by path; a text "!" is a scripted failure.
type script map[string]string

func (s script) Answer(path, _ string, _ int) (pipeline.Response, string, error) {
	text, ok := s[path]
	switch {
	case !ok:
		return pipeline.Response{}, "", nil
	case text == "!":
		return pipeline.Response{}, path, &pipeline.Failure{Reason: pipeline.Timeout}
	}
	return pipeline.Response{Content: text}, path, nil
}

func TestScripted(t *testing.T) {
	for _, tt := range []struct {
		name   string
		script script
		asks   []pipeline.Request
		want   []string // the answers; "-": a miss, "!": a failure
	}{
		{"an answer", script{"turn-1/router": "a"}, []pipeline.Request{request("turn-1/router", "x")}, []string{"a"}},
		{"none", script{}, []pipeline.Request{request("turn-1/router", "x")}, []string{"-"}},
		{"a failure", script{"turn-1/router": "!"}, []pipeline.Request{request("turn-1/router", "x")}, []string{"!"}},
		{"whatever the request says", script{"turn-1/router": "a"}, []pipeline.Request{request("turn-1/router", "y")},
			[]string{"a"}},
		{
			"#2 has an answer of its own", script{"turn-1/router": "a", "turn-1/router#2": "b"},
			[]pipeline.Request{request("turn-1/router", "x"), request("turn-1/router#2", "y")}, []string{"a", "b"},
		},
		{
			"#2 takes the first one's when the requests are equal", script{"turn-1/router": "!"},
			[]pipeline.Request{request("turn-1/router", "x"), request("turn-1/router#2", "x")}, []string{"!", "!"},
		},
		{
			"#2 is a miss when they are not", script{"turn-1/router": "a"},
			[]pipeline.Request{request("turn-1/router", "x"), request("turn-1/router#2", "y")}, []string{"a", "-"},
		},
		{
			"#2 without a first ask is a miss", script{"turn-1/router": "a"},
			[]pipeline.Request{request("turn-1/router#2", "x")}, []string{"-"},
		},
		{
			"#2 is compared with the first ask at its own path", script{"turn-1/router": "a", "turn-2/router": "b"},
			[]pipeline.Request{request("turn-1/router", "x"), request("turn-2/router", "y"),
				request("turn-2/router#2", "x"), request("turn-2/router#2", "y")},
			[]string{"a", "b", "-", "b"},
		},
		{
			"nothing is consumed", script{"turn-1/router": "a"},
			[]pipeline.Request{request("turn-1/router", "x"), request("turn-1/router", "x")}, []string{"a", "a"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := &model.Scripted{Script: tt.script, Next: model.Nothing{}}
			for i, req := range tt.asks {
				resp, err := s.Chat(t.Context(), req)
				got := resp.Content
				if _, failed := errors.AsType[*pipeline.Failure](err); failed {
					got = "!"
				} else if _, missed := errors.AsType[*model.MissError](err); missed {
					got = "-"
				}
				if got != tt.want[i] {
					t.Errorf("ask %d at %s: %q (%v), want %q", i+1, req.Path, got, err, tt.want[i])
				}
				if got != "-" && resp.Origin != (pipeline.Origin{Source: pipeline.SourceScripted}) {
					t.Errorf("ask %d: origin %+v, want scripted and nothing else", i+1, resp.Origin)
				}
			}
		})
	}
}

func TestScriptedMarksItsAnswers(t *testing.T) {
	s := &model.Scripted{Script: script{"turn-1/router": "a", "turn-2/router": "!"}, Match: pipeline.MatchOtherwise,
		Next: model.Nothing{}}
	for _, path := range []string{"turn-1/router", "turn-2/router"} {
		resp, _ := s.Chat(t.Context(), request(path, "x"))
		if want := (pipeline.Origin{Source: pipeline.SourceScripted,
			Match: pipeline.MatchOtherwise}); resp.Origin != want {
			t.Errorf("%s: origin %+v, want %+v", path, resp.Origin, want)
		}
	}
}
