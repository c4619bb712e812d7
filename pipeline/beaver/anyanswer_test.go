package beaver

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// decisionPoint is a decision that gets any answer, in a story that reaches it.
type decisionPoint struct {
	path  string // of the call
	stage string
	story func() (pipeline.Case, *script, []pipeline.Input)
	own   pipeline.Reason // a reason of the stage's own; empty: none

	follows func(answer, decided any) bool // reports whether the decision follows the answer
	sound   func(decided any) bool         // reports whether the stage may make the decision
}

// fuzz gives the decision any text under each policy. Either the stage falls back, as it does for a blank answer, or
// the decision follows from the only JSON value in the text, as other code finds it.
func (p decisionPoint) fuzz(f *testing.F, seeds ...string) {
	for _, s := range seeds {
		f.Add(s)
		f.Add("Sure: " + s + ".")
	}
	var blank any // the decision without an answer, under any policy
	f.Fuzz(func(t *testing.T, text string) {
		if blank == nil {
			blank, _ = p.answered(t, pipeline.Strict, " ")
		}
		for _, policy := range []pipeline.Policy{pipeline.Strict, pipeline.Extract, pipeline.Mend} {
			decided, fallback := p.answered(t, policy, text)
			if !p.sound(decided) {
				t.Errorf("%s of %q: decided %v", policy, text, decided)
			}
			values := valuesIn(policy, text)
			fits := slices.ContainsFunc(values, func(v any) bool { return p.follows(v, decided) })
			switch {
			case fallback == nil || fallback.Reason == pipeline.UnknownName:
				if !fits && policy != pipeline.Mend {
					t.Errorf("%s of %q: decided %v, which it does not say", policy, text, decided)
				}
			case !slices.Contains([]pipeline.Reason{pipeline.Malformed, pipeline.Schema, pipeline.Empty, p.own},
				fallback.Reason):
				t.Errorf("%s of %q: fallback %+v", policy, text, fallback)
			case fallback.Reason == pipeline.Malformed && policy == pipeline.Strict && len(values) > 0:
				t.Errorf("%q is one value, and malformed", text)
			default:
				if d := cmp.Diff(blank, decided); d != "" {
					t.Errorf("%s of %q: two fallbacks (-blank +this):\n%s", policy, text, d)
				}
			}
		}
	})
}

// answered returns the stage's decision on a text.
func (p decisionPoint) answered(t *testing.T, policy pipeline.Policy, text string) (any, *pipeline.Fallback) {
	t.Helper()
	c, m, turns := p.story()
	m.answers[p.path] = says(text)
	root, _ := converseUnder(t, policy, c, m, turns)
	var decided []json.RawMessage
	var fallback *pipeline.Fallback
	for _, e := range root.Log() {
		switch {
		case base(e.Path) != p.path || e.Stage != p.stage:
		case e.Kind == pipeline.EntryDecided:
			decided = append(decided, e.Value)
		case e.Kind == pipeline.EntryFallback:
			fallback = e.Fallback
		}
	}
	if len(decided) != 1 {
		t.Fatalf("%s of %q: %d decisions", policy, text, len(decided))
	}
	v, err := jsonvalue.Parse(decided[0])
	if err != nil {
		t.Fatal(err)
	}
	return v, fallback
}

// valuesIn returns the values of which at most one may be read: under strict the whole text; under extract, unless that
// is JSON, each object and array in it. Two that differ give none, unless other text decides between them.
func valuesIn(policy pipeline.Policy, text string) []any {
	if v, err := jsonvalue.Parse([]byte(text)); err == nil && oneOfEachKey(text) {
		return []any{v}
	}
	if policy == pipeline.Strict {
		return nil
	}
	var all []any
	plain := !strings.Contains(text, "```") && !strings.Contains(text, "~~~") && !strings.Contains(text, "<think>")
	for i := 0; i < len(text); i++ {
		if text[i] != '{' && text[i] != '[' {
			continue
		}
		var raw json.RawMessage
		if json.NewDecoder(strings.NewReader(text[i:])).Decode(&raw) != nil || !oneOfEachKey(string(raw)) {
			plain = false
			continue
		}
		if v, err := jsonvalue.Parse(raw); err == nil {
			all = append(all, v)
		}
		if plain {
			i += len(raw) - 1 // a nested value does not count
		}
	}
	if plain && slices.ContainsFunc(all, func(v any) bool { return !jsonvalue.Equal(v, all[0]) }) {
		return nil
	}
	return all
}

// oneOfEachKey reports whether a JSON value is valid UTF-8, has no duplicate keys, and is not nested too deep to be
// read.
func oneOfEachKey(text string) bool {
	type object struct {
		keys map[string]bool // nil: an array
		key  bool            // a key comes next
	}
	var open []object
	for dec := json.NewDecoder(strings.NewReader(text)); ; {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return utf8.ValidString(text)
		}
		if err != nil || len(open) > 1000 {
			return false
		}
		if tok == json.Delim('}') || tok == json.Delim(']') {
			open = open[:len(open)-1]
			continue
		}
		if n := len(open); n > 0 && open[n-1].keys != nil {
			if open[n-1].key = !open[n-1].key; open[n-1].key {
				if open[n-1].keys[tok.(string)] {
					return false
				}
				open[n-1].keys[tok.(string)] = true
			}
		}
		switch tok {
		case json.Delim('{'):
			open = append(open, object{keys: map[string]bool{}})
		case json.Delim('['):
			open = append(open, object{})
		}
	}
}
