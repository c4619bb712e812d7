package faults

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// asked returns a request of turn-1 from its leaf and its texts: user, assistant, user and so on.
func asked(leaf string, texts ...string) ask {
	req := pipeline.Request{Path: "turn-1/" + leaf, Stage: "chat"}
	for i, text := range texts {
		role := pipeline.RoleUser
		if i%2 == 1 {
			role = pipeline.RoleAssistant
		}
		req.Messages = append(req.Messages, pipeline.Message{
			Role: role, Sections: []pipeline.Section{{Name: "Content", Text: text}},
		})
	}
	return ask{key: key{"turn-1", model.Digest(req)}, request: req}
}

// spoiled returns a request whose answer did not reach the program.
func spoiled(a ask) ask {
	a.err = &pipeline.Failure{Reason: pipeline.Transport, Err: &pipeline.Injected{How: pipeline.InjectedReset}}
	return a
}

func replies(text string) []appSaid { return []appSaid{{"turn-1", text}} }

// gone is a program that ended instead of replying.
type gone struct{ how pipeline.Ending }

func (g *gone) Error() string           { return "the program is gone" }
func (g *gone) Ending() pipeline.Ending { return g.how }

func ended(kind pipeline.EndingKind, code int) error {
	return fmt.Errorf("turn-1: %w", &gone{pipeline.Ending{Kind: kind, Code: code, Last: []string{"ouch"}}})
}

func TestJudge(t *testing.T) {
	t.Parallel()
	first, second := asked("chat-1.1", "Hi"), asked("chat-1.2", "Hi", "Yes?", "Go on")
	intended := &course{asks: []ask{first, second}, replies: replies("Done.")}
	code, reset := 7, faultOf(t, "connection-reset")
	tests := map[string]struct {
		got    course
		broken int
		ended  string
		want   AppCell
	}{
		"nothing changes": {
			course{asks: []ask{spoiled(first), second}, replies: replies("Done.")}, 1, "",
			AppCell{Verdict: result.AppAsIntended},
		},
		"asked again": {
			course{asks: []ask{spoiled(first), first, second}, replies: replies("Done.")}, 1, "",
			AppCell{Verdict: result.AppRetried, Asks: 2},
		},
		"asked again in vain, and all goes on": {
			course{asks: []ask{spoiled(first), spoiled(first), spoiled(first), second}, replies: replies("Done.")},
			3, "",
			AppCell{Verdict: result.AppRetried, Asks: 3},
		},
		"asked again though it was answered": {
			course{asks: []ask{spoiled(first), first, first, second}, replies: replies("Done.")}, 1, "",
			AppCell{Verdict: result.AppOther, Asks: 3, Reply: "Done.",
				Why: "asked again 2 times, then turn-1/chat-1.1 is sent once more than intended"},
		},
		"another message": {
			course{asks: []ask{spoiled(first), asked("chat-1.2", "Hi", "Yes?", "Stop")}, replies: replies("Done.")},
			1, "",
			AppCell{Verdict: result.AppOther, Reply: "Done.",
				Why: "turn-1/chat-1.2 has another message 3: user “Stop” instead of user “Go on”"},
		},
		"a message more": {
			course{asks: []ask{spoiled(first), asked("chat-1.2", "Hi", "Yes?", "Go on", "Ok")}, replies: replies("")},
			1, "",
			AppCell{Verdict: result.AppOther, Why: "turn-1/chat-1.2 has message 4 in addition: assistant “Ok”"},
		},
		"a message less": {
			course{asks: []ask{spoiled(first), asked("chat-1.2", "Hi", "Yes?")}, replies: replies("Done.")}, 1, "",
			AppCell{Verdict: result.AppOther, Reply: "Done.", Why: "turn-1/chat-1.2 lacks message 3: user “Go on”"},
		},
		"another request": {
			course{asks: []ask{spoiled(first), asked("chat-2.1", "Help"), second}, replies: replies("Done.")}, 1, "",
			AppCell{Verdict: result.AppOther, Reply: "Done.", Why: "turn-1/chat-2.1 is sent in addition: user “Help”"},
		},
		"a request less": {
			course{asks: []ask{spoiled(first)}, replies: replies("Done.")}, 1, "",
			AppCell{Verdict: result.AppOther, Reply: "Done.", Why: "turn-1/chat-1.2 is not sent"},
		},
		"another reply": {
			course{asks: []ask{spoiled(first), second}, replies: replies("Sorry.")}, 1, "",
			AppCell{Verdict: result.AppOther, Reply: "Sorry.", Why: "turn-1 replies “Sorry.” instead of “Done.”"},
		},
		"a crash": {
			course{asks: []ask{spoiled(first)}, err: ended(pipeline.EndingExit, code)}, 1, "",
			AppCell{Verdict: result.AppCrashed, Code: &code, Last: []string{"ouch"},
				Why: "turn-1: the program is gone"},
		},
		"a crash behind retries": {
			course{asks: []ask{spoiled(first), spoiled(first)}, err: ended(pipeline.EndingExit, code)}, 2, "",
			AppCell{Verdict: result.AppCrashed, Code: &code, Last: []string{"ouch"}, Asks: 2,
				Why: "asked again 1 time, then turn-1: the program is gone"},
		},
		"no reply": {
			course{asks: []ask{spoiled(first)}, err: ended(pipeline.EndingNoReply, 0)}, 1, "",
			AppCell{Verdict: result.AppEmptyReply, Last: []string{"ouch"}, Why: "turn-1: the program is gone"},
		},
		"a hang": {
			course{asks: []ask{spoiled(first)}, err: ended(pipeline.EndingTimeout, 0)}, 1, "",
			AppCell{Verdict: result.AppHung, Last: []string{"ouch"}, Why: "turn-1: the program is gone"},
		},
		"an answer that is none": {
			course{asks: []ask{spoiled(first)}, err: ended(pipeline.EndingOther, 0)}, 1, "",
			AppCell{Verdict: result.AppOther, Last: []string{"ouch"}, Why: "turn-1: the program is gone"},
		},
		"an error that is not the program's end": {
			course{asks: []ask{spoiled(first)}, err: errors.New("turn-1: late")}, 1, "",
			AppCell{Verdict: result.AppOther, Why: "turn-1: late"},
		},
		"for ever": {
			course{asks: []ask{spoiled(first), spoiled(first)}, err: ended(pipeline.EndingTimeout, 0)}, 2, "enough",
			AppCell{Verdict: result.AppStillRetrying, Why: "enough", Asks: 2},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var c AppCell
			in := injection{target: &intended.asks[0], fault: reset}
			b := &breaker{injection: in, broken: test.broken, endless: test.ended}
			judge(&c, intended, &test.got, b)
			test.want.Requests, test.want.Asks = len(test.got.asks), max(1, test.want.Asks)
			if d := cmp.Diff(test.want, c); d != "" {
				t.Errorf("cell (-want +got):\n%s", d)
			}
		})
	}
}

// A broken text that the user sees is passed on, and nothing else is.
func TestReached(t *testing.T) {
	t.Parallel()
	const intended, whole = "It is sunny in Oslo.", "It is sunny in Oslo."
	for _, tt := range []struct {
		fault, put, reply string
		want              bool
	}{
		{"refusal", "I cannot help with that.", "I cannot help with that.", true},
		{"refusal", "I cannot help with that.", "Desk:  I cannot help\nwith that.", true},
		{"refusal", "I cannot help with that.", "Sorry.", false},
		{"refusal", "I cannot help with that.", intended, false},
		{"length", "It is", "It is", true},
		{"length", "It is", "It is late. Sorry.", false},
		{"empty", "", "Sorry.", false},
		{"cut-stream", whole, "It is sun", true},
		{"cut-stream", whole, "", false},
		{"cut-stream", whole, "Sorry.", false},
		{"status-500", whole, "It is sun", false},
	} {
		b := &breaker{injection: injection{fault: faultOf(t, tt.fault), put: pipeline.Response{Content: tt.put}}}
		if got := b.reached(tt.reply, intended); got != tt.want {
			t.Errorf("%s, %q for %q: %t", tt.fault, tt.reply, tt.put, got)
		}
	}
}

// A program that asks again before its time is told so, whatever the user sees.
func TestWaited(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]Waited{
		0: WaitedNone, 100 * time.Millisecond: WaitedNone, 500 * time.Millisecond: WaitedLess,
		time.Second: WaitedTold, time.Minute: WaitedTold,
	} {
		if got := waitedFor(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
	first := asked("chat-1.1", "Hi")
	intended := &course{asks: []ask{first}, replies: replies("Done.")}
	got := &course{asks: []ask{spoiled(first), first}, replies: replies("Done.")}
	b := &breaker{injection: injection{target: &intended.asks[0], fault: faultOf(t, "status-429-wait")}, broken: 1,
		waited: WaitedNone}
	var c AppCell
	judge(&c, intended, got, b)
	want := AppCell{Verdict: result.AppRetried, Requests: 2, Asks: 2, Waited: WaitedNone,
		Why: "asked again at once, though told to wait for a second"}
	if d := cmp.Diff(want, c); d != "" || !c.Finding() {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func faultOf(t *testing.T, name string) fault.Fault {
	t.Helper()
	f, known := fault.Find(name)
	if !known {
		t.Fatalf("there is no fault %s", name)
	}
	return f
}

// scripted answers every request with one text, or an error.
type scripted struct {
	text string
	err  error
}

func (s scripted) Arrived(_ context.Context, a pipeline.Arrival) (pipeline.Response, error) {
	return pipeline.Response{Content: fmt.Sprint(s.text, a.Number)}, s.err
}

// twoOfOne returns a breaker for the second of two identical requests, and their arrival.
func twoOfOne(t *testing.T, name string, every bool) (*breaker, pipeline.Arrival) {
	t.Helper()
	f := faultOf(t, name)
	one, two := asked("chat-1.1", "Hi"), asked("chat-2.1", "Hi")
	one.answer.Content, two.answer.Content = "one", "two"
	intended := &course{asks: []ask{one, two}}
	in := injection{intended: intended, target: &intended.asks[1], nth: 2, fault: f, put: two.answer, every: every}
	return &breaker{
		injection: in, next: scripted{text: "case"}, stop: func(error) {},
	}, pipeline.Arrival{Request: one.request, Place: "turn-1", Number: 1}
}

func TestBreakerBreaksTheOne(t *testing.T) {
	t.Parallel()
	for every, want := range map[bool][]string{
		false: {"one", "two!", "two", "two"}, true: {"one", "two!", "two!", "two!"},
	} {
		b, a := twoOfOne(t, "connection-reset", every)
		var got []string
		for range want {
			resp, err := b.Arrived(t.Context(), a)
			text := resp.Content
			if _, is := errors.AsType[*pipeline.Injected](err); is {
				text += "!"
			}
			got = append(got, text)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("every %v (-want +got):\n%s", every, d)
		}
	}
}

func TestBreakerAnswersOthers(t *testing.T) {
	t.Parallel()
	b, a := twoOfOne(t, "connection-reset", false)
	for range 2 {
		b.Arrived(t.Context(), a)
	}
	other := asked("chat-1.2", "Else").request
	at := pipeline.Arrival{Request: other, Place: "turn-1", Number: 3}
	resp, err := b.Arrived(t.Context(), at)
	if resp.Content != "case2" || err != nil {
		t.Errorf("the broken request uses up an answer of the case: %q, %v", resp.Content, err)
	}
	b.next = scripted{err: &model.MissError{Got: other}}
	if resp, err = b.Arrived(t.Context(), at); resp.Content != answered || err != nil || b.unanswered != 1 {
		t.Errorf("what nothing answers: %q, %v, %d", resp.Content, err, b.unanswered)
	}
	b.next = scripted{err: &pipeline.Failure{Reason: pipeline.Timeout}}
	if _, err = b.Arrived(t.Context(), at); err == nil {
		t.Error("a failure that the case asks for is gone")
	}
}

func TestBreakerEnds(t *testing.T) {
	t.Parallel()
	b, a := twoOfOne(t, "connection-reset", true)
	stopped := 0
	b.stop = func(error) { stopped++ }
	for range mostAsks + 1 {
		b.Arrived(t.Context(), a)
	}
	if stopped != 0 || b.endless != "" {
		t.Fatalf("%d asks end the run: %s", mostAsks, b.endless)
	}
	if b.Arrived(t.Context(), a); stopped != 1 || !strings.Contains(b.endless, "the same 8 times") {
		t.Errorf("stopped %d times: %q", stopped, b.endless)
	}

	b, _ = twoOfOne(t, "connection-reset", false)
	b.stop = func(error) { stopped++ }
	stopped = 0
	for i := range b.most() + 1 {
		b.Arrived(t.Context(), pipeline.Arrival{Request: asked("x", fmt.Sprint(i)).request, Place: "turn-1"})
	}
	if stopped != 1 || !strings.Contains(b.endless, "after 28 requests; the intended run has 2") {
		t.Errorf("stopped %d times: %q", stopped, b.endless)
	}
}

// A broken answer reaches the program as it is.
func TestBreakerPutsAnAnswer(t *testing.T) {
	t.Parallel()
	b, a := twoOfOne(t, "tool-unknown", true)
	b.nth, b.put = 1, pipeline.Response{ToolCalls: []pipeline.ToolCall{{Name: "no_such_tool"}}}
	resp, err := b.Arrived(t.Context(), a)
	if err != nil || len(resp.ToolCalls) != 1 {
		t.Fatal(resp, err)
	}
	other := pipeline.Arrival{Request: asked("chat-1.2", "Else").request, Place: "turn-1", Number: 2}
	if resp, err = b.Arrived(t.Context(), other); resp.Content != "case2" || err != nil {
		t.Errorf("the call of the tool uses up no answer of the case: %q, %v", resp.Content, err)
	}
}

func TestScores(t *testing.T) {
	t.Parallel()
	cells := []AppCell{
		{Path: "a", Stage: "chat", Fault: "status-429", Verdict: result.AppCrashed, Why: "boom"},
		{Path: "b", Stage: "chat", Fault: "status-429", Every: true, Verdict: result.AppCrashed},
		{Path: "c", Stage: "router", Fault: "status-500", Verdict: result.AppRetried},
	}
	sum, facets := map[string]float64{}, map[string]int{}
	for _, s := range AppScores(cells) {
		sum[s.Metric] += s.Value
		facets[s.Metric+"["+s.Facet+"]"]++
	}
	want := map[string]float64{
		"cells": 3, "crashed": 2, "hung": 0, "other": 0, "empty": 0, "passed_on": 0, "retrying": 0,
	}
	if d := cmp.Diff(want, sum); d != "" {
		t.Errorf("sums (-want +got):\n%s", d)
	}
	if facets["crashed[chat]"] != 2 || facets["crashed[router]"] != 1 || facets["hung[chat]"] != 1 {
		t.Errorf("facets: %v", facets)
	}
}

// The port differs from run to run.
func TestPortsAreMasked(t *testing.T) {
	t.Parallel()
	text := "read tcp 127.0.0.1:48868->127.0.0.1:35701; http://localhost:4000/v1; 10:30"
	got := port.ReplaceAllString(text, "${1}PORT")
	if want := "read tcp 127.0.0.1:PORT->127.0.0.1:PORT; http://localhost:PORT/v1; 10:30"; got != want {
		t.Errorf("got %q", got)
	}
}
