package suites

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// expectations holds every turn against what the case expects of it, and says what does not hold, a line each. An
// expectation of something that did not happen does not hold.
func expectations(c *fixtures.Case, t *Trace) []string {
	var failures []string
	for i := range c.Turns {
		failures = append(failures, expectTurn(c, &c.Turns[i], fixtures.TurnPlace(i), t)...)
	}
	if c.End != nil {
		failures = append(failures, expectTurn(c, c.End, fixtures.EndPlace, t)...)
	}
	return failures
}

// seen is what happened in one turn.
type seen struct {
	outcome   *pipeline.Outcome
	calls     []string // paths below the turn
	decisions map[string]json.RawMessage
	fallbacks []pipeline.Fallback
}

func look(t *Trace, place string) seen {
	s := seen{decisions: map[string]json.RawMessage{}, calls: []string{}, fallbacks: []pipeline.Fallback{}}
	for i := range t.Outcomes {
		if t.Outcomes[i].Place == place {
			s.outcome = &t.Outcomes[i].Outcome
		}
	}
	for _, step := range t.Steps {
		below, in := strings.CutPrefix(step.Path, place+"/")
		if !in && step.Path != place {
			continue
		}
		switch step.Kind {
		case pipeline.EntryCall:
			s.calls = append(s.calls, below)
		case pipeline.EntryDecided:
			s.decisions[step.Stage] = step.Value
		case pipeline.EntryFallback:
			s.fallbacks = append(s.fallbacks, *step.Fallback)
		}
	}
	return s
}

func expectTurn(c *fixtures.Case, turn *fixtures.Turn, place string, t *Trace) []string {
	e := turn.Expect
	if e == nil {
		return nil
	}
	s := look(t, place)
	var failures []string
	bad := func(format string, args ...any) {
		file, _ := c.Where()
		failures = append(failures, fmt.Sprintf("%s:%d: %s: ", file, turn.Line(), place)+fmt.Sprintf(format, args...))
	}
	if (e.Status != "" || e.Reply != nil || e.State != nil) && s.outcome == nil {
		bad("the turn did not come to its end")
		return failures
	}
	if e.Status != "" && e.Status != s.outcome.Status {
		bad("status: want %s, got %s", e.Status, s.outcome.Status)
	}
	if e.Reply != nil {
		expectReply(e.Reply, s.outcome.Replies, bad)
	}
	if e.Decisions != nil {
		for i, k := range e.Decisions.Keys {
			if got, want := s.decisions[k.Name], e.Decisions.Items[i]; !holds(got, want) {
				bad("decision of %s: want %s, got %s", k.Name, want.JSON(), orNone(got))
			}
		}
	}
	if e.Fallbacks != nil {
		expectFallbacks(*e.Fallbacks, s.fallbacks, bad)
	}
	if e.Calls != nil && !slices.Equal(*e.Calls, s.calls) {
		bad("calls: want %s, got %s", strings.Join(*e.Calls, ", "), strings.Join(s.calls, ", "))
	}
	if e.State != nil {
		raw, err := pipeline.MarshalJSON(s.outcome.State)
		if err != nil || !holds(raw, e.State) {
			bad("state: want %s, got %s", e.State.JSON(), raw)
		}
	}
	return failures
}

func expectReply(e *fixtures.ReplyExpect, replies []pipeline.Reply, bad func(string, ...any)) {
	var texts []string
	for _, r := range replies {
		if r.To == "" && r.Kind != pipeline.ReplySilent {
			texts = append(texts, r.Text)
		}
	}
	got := strings.Join(texts, "\n\n")
	if e.Equals != nil && *e.Equals != got {
		bad("reply: want %q, got %q", *e.Equals, got)
	}
	for _, part := range e.Contains {
		if !strings.Contains(got, part) {
			bad("reply: want %q in it, got %q", part, got)
		}
	}
	for _, part := range e.Excludes {
		if strings.Contains(got, part) {
			bad("reply: want no %q in it, got %q", part, got)
		}
	}
	if e.Matches != "" && !regexp.MustCompile(e.Matches).MatchString(got) { // checked when the case was read
		bad("reply: want a match of %q, got %q", e.Matches, got)
	}
}

// expectFallbacks compares in order; tries 0 stands for any number, and a detail is not compared.
func expectFallbacks(want, got []pipeline.Fallback, bad func(string, ...any)) {
	same := slices.EqualFunc(want, got, func(w, g pipeline.Fallback) bool {
		return w.Stage == g.Stage && w.Reason == g.Reason && (w.Tries == 0 || w.Tries == g.Tries)
	})
	if !same {
		bad("fallbacks: want %s, got %s", listFallbacks(want), listFallbacks(got))
	}
}

func listFallbacks(fs []pipeline.Fallback) string {
	var parts []string
	for _, f := range fs {
		parts = append(parts, fmt.Sprintf("%s %s (tries %d)", f.Stage, f.Reason, f.Tries))
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

func orNone(raw json.RawMessage) string {
	if raw == nil {
		return "none"
	}
	return string(raw)
}

// holds says whether a JSON value has everything that want names: the keys of its maps, at any depth; lists and scalars are
// equal.
func holds(raw json.RawMessage, want *strict.Node) bool {
	var w, g any
	return raw != nil && json.NewDecoder(bytes.NewReader(raw)).Decode(&g) == nil && json.Unmarshal(want.JSON(), &w) == nil && subset(w, g)
}

func subset(want, got any) bool {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return false
		}
		for k, v := range w {
			if gv, has := g[k]; !has || !subset(v, gv) {
				return false
			}
		}
		return true
	case []any:
		g, ok := got.([]any)
		return ok && slices.EqualFunc(w, g, subset)
	}
	return reflect.DeepEqual(want, got)
}
