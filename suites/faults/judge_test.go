package faults_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// toy is a system that picks one of the words that it offers, calls a tool if the model wants one, and says something
// about the word. defect is its defect, if any.
type toy struct{ defect string }

// picked is the answer of the stage that picks.
type picked struct {
	Word string `json:"word" reply:"required"`
	Note string `json:"note"`
}

func (toy) Name() string                                        { return "toy" }
func (toy) Blocks() (any, any)                                  { return nil, nil }
func (s toy) Open(pipeline.Case) (pipeline.Conversation, error) { return &talk{s}, nil }
func (s toy) is(defect string) bool                             { return s.defect == defect }
func answers(text string) []pipeline.Declared {
	return declared(pipeline.Declared{Answer: &pipeline.Response{Content: text}})
}
func declared(d pipeline.Declared) []pipeline.Declared { return []pipeline.Declared{d} }
func section(role, name, text string) pipeline.Message { return pipeline.Text(role, name, text) }

func (s toy) Stages() []pipeline.Stage {
	return []pipeline.Stage{
		{
			Name: "pick", Calls: true, Reads: pipeline.ReadsJSON, Fallback: "no word", Example: `{"word": "none"}`,
			Schema: `{"type": "object", "required": ["word"],
				"properties": {"word": {"type": "string"}, "note": {"type": ["string", "null"]}}}`,
			Tries: 2, Again: []pipeline.Reason{pipeline.Timeout},
		},
		{Name: "say", Calls: true, Reads: pipeline.ReadsText, Fallback: "sorry"},
		{Name: "sort", Calls: true, Reads: pipeline.ReadsJSON, Fallback: "as it comes"},
	}
}

type talk struct{ toy }

func (c *talk) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	tries := 2
	if c.is("asks once") {
		tries = 1
	}
	got, err := reply.Ask(ctx, rt, pipeline.Request{
		Stage: "pick", Messages: []pipeline.Message{section(pipeline.RoleUser, "Message", in.Text)},
		Declared: answers(`{"word": "none"}`),
	}, reply.Asking[picked]{Tries: tries, Again: onTimeout})
	f, failed := errors.AsType[*pipeline.Failure](err)
	if err != nil && !failed {
		return pipeline.Outcome{}, err
	}
	word := got.Value.Word + got.Value.Note
	if failed {
		if word, err = c.fails(ctx, rt, f, got.Tries); err != nil {
			return pipeline.Outcome{}, err
		}
	}
	return c.say(ctx, rt, word, failed && f.Reason != pipeline.Unavailable)
}

// onTimeout sends the request again.
func onTimeout(_ *pipeline.Request, _ pipeline.Response, f *pipeline.Failure) bool {
	return f.Reason == pipeline.Timeout
}

// fails returns the fallback of the stage that picks.
func (c *talk) fails(ctx context.Context, rt *pipeline.Runtime, f *pipeline.Failure, tries int) (string, error) {
	reason, word := f.Reason, "none"
	defect := c.defect
	if reason == pipeline.Unavailable { // as in the case
		defect = ""
	}
	switch defect {
	case "panics":
		panic("no word")
	case "waits":
		<-ctx.Done()
	case "says another reason":
		reason = pipeline.Unavailable
	case "takes another word":
		word = "other"
	case "counts wrong":
		tries++
	case "says nothing of it":
		return word, nil
	case "sorts":
		it := []pipeline.Message{section("user", "Sort", "it")}
		if _, err := rt.Chat(ctx, pipeline.Request{Stage: "sort", Messages: it}); err != nil {
			return "", err
		}
	}
	rt.Fallback(pipeline.Fallback{Stage: "pick", Reason: reason, Tries: tries})
	return word, nil
}

// say says something, with the tools that the model wants.
func (c *talk) say(ctx context.Context, rt *pipeline.Runtime, word string, failed bool) (pipeline.Outcome, error) {
	messages := []pipeline.Message{section(pipeline.RoleSystem, "System", "Say it."), section("user", "Word", word)}
	if failed && c.is("empties its system message") {
		messages[0] = section(pipeline.RoleSystem, "System", "")
	}
	if failed && c.is("says it twice") {
		for _, leaf := range []string{"say-a", "say-b"} {
			if _, err := rt.Chat(ctx, pipeline.Request{Stage: "say", Leaf: leaf, Messages: messages}); err != nil {
				return pipeline.Outcome{}, err
			}
		}
	}
	for n := 1; ; n++ {
		req := pipeline.Request{Stage: "say", Leaf: "say-" + string(rune('0'+n%10)), Again: n > 9, Messages: messages,
			Declared: answers("Sorry.")}
		resp, err := rt.Chat(ctx, req)
		f, silent := errors.AsType[*pipeline.Failure](err)
		switch {
		case err != nil && !silent:
			return pipeline.Outcome{}, err
		case silent:
			rt.Fallback(pipeline.Fallback{Stage: "say", Reason: f.Reason, Tries: 1})
			resp.Content = "Sorry."
		}
		if failed && c.is("goes round in a circle") {
			messages = append(messages[:2:2], section("user", "Again", strings.Repeat("x", n)))
			continue
		}
		if len(resp.ToolCalls) == 0 {
			if failed && c.is("says nothing to the user") {
				resp.Content = ""
			}
			return pipeline.Outcome{Status: pipeline.StatusDone, Replies: []pipeline.Reply{{Text: resp.Content}}}, nil
		}
		for _, call := range resp.ToolCalls {
			res, err := rt.Tool(ctx, call, nil)
			if err != nil {
				return pipeline.Outcome{}, err
			}
			text := res.Content
			if res.Failed && c.is("hides what tools say") {
				text = "all right"
			}
			messages = append(messages, section(pipeline.RoleTool, "Result", text))
		}
	}
}

func TestVerdicts(t *testing.T) {
	const refused = "turn-1/pick:refusal:strict"
	for name, tt := range map[string]struct {
		defect, cell string
		want         result.Verdict
		why          string
	}{
		"the fallback":      {"", refused, result.VerdictRightFallback, ""},
		"the same":          {"", "turn-2/pick:refusal:strict", result.VerdictSame, ""},
		"words around it":   {"", "turn-1/pick:prose:extract", result.VerdictRecovered, ""},
		"asked again":       {"", "turn-1/pick:timeout-once:strict", result.VerdictRecovered, ""},
		"never an answer":   {"", "turn-1/pick:timeout-twice:strict", result.VerdictRightFallback, ""},
		"another note":      {"", "turn-1/pick:missing-optional-key:strict", result.VerdictTaken, ""},
		"another text":      {"", "turn-1/say-1:refusal:strict", result.VerdictTaken, ""},
		"a tool that fails": {"", "turn-3/say-1:tool-error:strict", result.VerdictTold, ""},
		"a failed answer":   {"", "turn-4/pick:refusal:strict", result.VerdictNotApplicable, "there is no answer"},

		"a panic":      {"panics", refused, result.VerdictCrash, "no word"},
		"no end":       {"waits", refused, result.VerdictHang, "within 50ms"},
		"a circle":     {"goes round in a circle", refused, result.VerdictHang, "in a row"},
		"other reason": {"says another reason", refused, result.VerdictWrongFallback, "must report malformed"},
		"other word":   {"takes another word", refused, result.VerdictWrongFallback, "the request turn-1/say-1"},
		"other tries":  {"counts wrong", refused, result.VerdictWrongFallback, "it reports 2 tries, but made 1"},
		"never again":  {"asks once", "turn-1/pick:timeout:strict", result.VerdictWrongFallback, "asks 1 time,"},
		"too early": {"asks once", "turn-1/pick:timeout-once:strict", result.VerdictWrongFallback,
			"reports timeout"},
		"no report": {"says nothing of it", refused, result.VerdictSilentDamage, "nothing is reported"},
		"no tool error": {"hides what tools say", "turn-3/say-1:tool-error:strict", result.VerdictSilentDamage,
			"does not say"},
		"no system":     {"empties its system message", refused, result.VerdictError, "empty system message"},
		"said twice":    {"says it twice", refused, result.VerdictError, "say-b repeats that of"},
		"no reply":      {"says nothing to the user", refused, result.VerdictError, "no answer in turn-1"},
		"a missing one": {"sorts", refused, result.VerdictUnanswered, "no answer for this call"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cells := cellsOf(t, toy{tt.defect}, tt.cell)
			if len(cells) != 1 {
				t.Fatalf("%d cells", len(cells))
			}
			if c := cells[0]; c.Verdict != tt.want || !strings.Contains(c.Why, tt.why) {
				t.Errorf("%s: %s, want %s: %s", c.Verdict, c.Why, tt.want, tt.why)
			}
		})
	}
}

// cellsOf returns the cells of a toy broken in one way.
func cellsOf(t *testing.T, s toy, cell string) []result.Cell {
	t.Helper()
	return cellsBy(t, s, cell, timeout)
}

// A transport fault that nothing can produce is an error with its reason, no crash of the system.
func TestNoExchange(t *testing.T) {
	t.Parallel()
	const why = "timeout is a transport fault, and nothing here can produce one"
	if c := cellsBy(t, toy{}, "turn-1/pick:timeout:strict", nil)[0]; c.Verdict != result.VerdictError || c.Why != why {
		t.Errorf("%s: %s, want %s: %s", c.Verdict, c.Why, result.VerdictError, why)
	}
	if c := cellsBy(t, toy{}, "turn-1/pick:refusal:strict", nil)[0]; c.Verdict != result.VerdictRightFallback {
		t.Errorf("%s: %s, want the fallback: a broken answer needs no server", c.Verdict, c.Why)
	}
}

// cellsBy is cellsOf with what produces transport faults.
func cellsBy(t *testing.T, s toy, cell string, exchange runner.Exchange) []result.Cell {
	t.Helper()
	p, err := project.Open(fstest.MapFS{
		"suites/toys.yaml": {Data: []byte("system: toy\n")},
		"fixtures/conversations/a.yaml": {Data: []byte(`
tools: [{name: look, results: [{content: "It is red."}]}]
turns:
- {user: first, answers: {pick: {word: apple, note: " (red)"}, say-1: An apple.}}
- {user: second, answers: {pick: {word: none}, say-1: Nothing.}}
- {user: third, answers: {pick: {word: pear}, say-1: {tool_calls: [{name: look, arguments: {}}]}, say-2: A pear.}}
- {user: fourth, answers: {pick: {fail: unavailable}, say-1: None.}}
`)},
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	suites, err := project.Load(t.Context(), p, map[string]pipeline.System{"toy": s}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var cells []result.Cell
	o := faults.Options{Matrix: func(*project.Suite) *faults.Matrix {
		return &faults.Matrix{Cell: cell, Seed: 1, Limit: limitOf(s), Exchange: exchange}
	}}
	err = faults.Run(t.Context(), suites, []string{"toy"}, o, func() {}, func(c faults.CaseCells) error {
		if c.Err != "" {
			t.Error(c.Err)
		}
		cells = append(cells, c.Cells...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return cells
}

// limitOf returns a short limit if nothing else ends the run.
func limitOf(s toy) time.Duration {
	if s.is("waits") {
		return 50 * time.Millisecond
	}
	return 0
}

// timeout returns a server that never answers.
func timeout(
	_ context.Context, _ string, req pipeline.Request, _ pipeline.Response,
) (pipeline.Response, error) {
	return pipeline.Response{Takes: req.Timeout}, &pipeline.Failure{Reason: pipeline.Timeout}
}
