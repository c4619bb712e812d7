package runner

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

func caseOf(t *testing.T, text string) *fixtures.Case {
	t.Helper()
	n, err := strict.ParseYAML("c.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c, err := fixtures.Decode(n, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func request(stage, text string) pipeline.Request {
	said := pipeline.Text(pipeline.RoleUser, "Content", text)
	return pipeline.Request{Stage: stage, Messages: []pipeline.Message{said}}
}

// line returns a recorded answer to a request.
func line(path, answer string, req pipeline.Request) model.Line {
	return model.Line{Path: path, Repeat: 1, Source: pipeline.SourceOllama, Digest: model.Digest(req), Request: &req,
		Response: pipeline.Response{Content: answer}}
}

// A recording of exactly the request comes first, then the case's script, then a recording of the call, then the
// suite's otherwise.
func TestOrderOfAnswers(t *testing.T) {
	otherwise := caseOf(t, "turns: [{user: a}]\nanswers: {chat: otherwise, more: otherwise}").Answers
	c := caseOf(t, "turns: [{user: a, answers: {router: [{when: {text: said}, text: by the case}]}}]")
	a := &ArrivingAnswers{
		Case: c, Otherwise: otherwise,
		Recorded: model.NewArrived(&model.Recording{Lines: []model.Line{
			line("turn-1/router-1.1", "recorded", request("router", "said as before")),
			line("turn-1/chat-1.1", "first", request("chat", "the same")),
			line("turn-1/chat-2.1", "second", request("chat", "the same")),
			line("turn-1/chat-3.1", "close to it", request("chat", "nearly this")),
		}}),
	}
	for _, tt := range []struct {
		stage, leaf, text string
		want              string
		match             pipeline.Match
	}{
		{"router", "router-1.1", "said as before", "recorded", pipeline.MatchFresh},
		{"router", "router-1.1", "said anew", "by the case", ""},
		{"router", "router-1.1", "anew", "recorded", pipeline.MatchStale},
		{"chat", "", "the same", "first", pipeline.MatchFresh},
		{"chat", "", "the same", "second", pipeline.MatchFresh},
		{"chat", "", "the same", "second", pipeline.MatchFresh},
		{"chat", "chat-3.1", "edited", "close to it", pipeline.MatchStale},
		{"chat", "chat-9.1", "edited", "otherwise", pipeline.MatchOtherwise},
		{"more", "", "anything", "otherwise", pipeline.MatchOtherwise},
	} {
		resp, err := a.Arrived(t.Context(), pipeline.Arrival{
			Request: request(tt.stage, tt.text), Place: "turn-1", Number: 1, Leaf: tt.leaf, Seed: "seed",
		})
		if err != nil || resp.Content != tt.want || resp.Origin.Match != tt.match {
			t.Errorf("%s %q: %q, %q, %v; want %q, %q", tt.stage, tt.text, resp.Content, resp.Origin.Match, err, tt.want,
				tt.match)
		}
	}
	_, err := a.Arrived(t.Context(), pipeline.Arrival{Request: request("nobody", "x"), Place: "turn-1", Number: 1})
	if miss, ok := errors.AsType[*model.MissError](err); !ok || miss.Got.Stage != "nobody" {
		t.Errorf("nobody answers: %v", err)
	}
	resp, err := a.Arrived(t.Context(), pipeline.Arrival{
		Request: request("chat", "the same"), Place: "turn-2", Number: 1,
	})
	if err != nil || resp.Origin.Match != pipeline.MatchMoved {
		t.Errorf("in another turn: %+v, %v", resp.Origin, err)
	}
}

// Answers taken in order cannot be for requests without an order.
func TestSideBySide(t *testing.T) {
	two := caseOf(t, "turns: [{user: a, answers: {chat: [one, two]}}]")
	a := &ArrivingAnswers{Case: two, Recorded: model.NewArrived(nil)}
	arrival := pipeline.Arrival{Request: request("chat", "b"), Place: "turn-1", Number: 2, Words: "chat b",
		Beside: "chat a"}
	_, err := a.Arrived(t.Context(), arrival)
	input, ok := errors.AsType[*pipeline.InputError](err)
	if !ok || !strings.Contains(input.What, "chat a") || !strings.Contains(input.What, "chat b") {
		t.Fatalf("%v", err)
	}
	arrival.Beside = ""
	if resp, err := a.Arrived(t.Context(), arrival); err != nil || resp.Content != "two" {
		t.Errorf("%q, %v", resp.Content, err)
	}
	scripts := a.Case.Scripts()
	if a.Used(scripts[0].Answers[0]) || !a.Used(scripts[0].Answers[1]) {
		t.Error("the second answer was used, and nothing else")
	}
}

// asked records the order of requests.
type asked struct{ order []string }

func (a *asked) Arrived(_ context.Context, of pipeline.Arrival) (pipeline.Response, error) {
	a.order = append(a.order, of.Words) // one at a time: the gate lets nobody else through
	return pipeline.Response{Content: of.Words}, nil
}
