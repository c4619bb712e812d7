package trace

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

func TestAnswerKey(t *testing.T) {
	v := Vocabulary{System: "s", Stages: []pipeline.Stage{
		{Name: "route", Calls: true}, {Name: "act-quick", Calls: true, Leaf: "act"}, {Name: "step-2", Calls: true},
		{Name: "memory"},
	}}
	for key, want := range map[string]string{
		"route": "", "route-1": "", "route#2": "", "route-1#2": "", "act-quick": "", "act": "", "act-3": "",
		"step-2": "", "step-2-1": "", "step-2#1": "",
		"turn-1/route": "", "node:a/act-1": "", "**": "", "*": "", "**/act-*": "", "ro?te": "",
		"**/{route,act}": "", "turn-[12]/route": "", "r*": "", "route-1*": "",
		"rout":          `s has no stage "rout" (nearest: route)`,
		"memory":        `the stage memory of s makes no calls`,
		"":              `s has no stage "" (known: route, act-quick, step-2)`,
		"step-3":        `no call of s ends in "step-3" (nearest: step-2)`,
		"turn-1":        `no call of s ends in "turn-1" (known: route, act-quick, step-2, act)`,
		"turn-1/memory": `no call of s ends in "memory" (known: route, act-quick, step-2, act)`,
		"**/ruote-*":    `no call of s begins with "ruote-" (nearest: route)`,
		"**/ruote":      `no call of s ends in "ruote" (nearest: route)`,
		"routes*":       `no call of s begins with "routes" (nearest: route)`,
	} {
		got := ""
		if err := v.AnswerKey(key); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", key, got, want)
		}
	}
}

// A key that answers some call of a stage is never rejected, whatever its form.
func TestAnswerKeyLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[a-z]{1,4}(-[a-z0-9]{1,2})?`)
		s := pipeline.Stage{Name: name.Draw(t, "stage"), Calls: true}
		if rapid.Bool().Draw(t, "with a leaf") {
			s.Leaf = name.Draw(t, "leaf")
		}
		v := Vocabulary{System: "s", Stages: []pipeline.Stage{s}}
		leaf := v.leaves()[len(v.leaves())-1]
		if n := rapid.IntRange(0, 12).Draw(t, "number"); n > 0 {
			leaf += "-" + strconv.Itoa(n)
		}
		try := rapid.IntRange(1, 3).Draw(t, "try")
		if try > 1 {
			leaf += "#" + strconv.Itoa(try)
		}
		full := rapid.SampledFrom([]string{"", "node:a/", "sub:1/node:%20x/"}).Draw(t, "place") + leaf
		any := rapid.StringMatching(`[a-z*?/#\-0-9:\[\]]{1,8}`)
		key := rapid.OneOf(rapid.Just(full), rapid.Just(s.Name), any, globOf(full)).Draw(t, "key")
		c, err := fixtures.Source{File: "x.jsonl", Line: 1, Data: caseWith(key)}.Decode(nil)
		if err != nil {
			return // no glob
		}
		if c.Said("turn-1/"+full, s.Name, try) != nil && v.AnswerKey(key) != nil {
			t.Fatalf("%q answers %s of %s: %v", key, full, s.Name, v.AnswerKey(key))
		}
	})
}

// globOf replaces some letters by wildcards.
func globOf(path string) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		b := []byte(path)
		for range rapid.IntRange(1, 3).Draw(t, "signs") {
			b[rapid.IntRange(0, len(b)-1).Draw(t, "at")] = rapid.SampledFrom([]byte("*?")).Draw(t, "sign")
		}
		return string(b)
	})
}

func caseWith(key string) []byte {
	return append(jsonvalue.AppendString([]byte(`{"id":"a","turns":[{"user":"u","answers":{`), key), `:"x"}}]}`...)
}

// A system may offer tools that no case defines.
func TestToolsOfTheSystem(t *testing.T) {
	v := Vocabulary{System: "s", Stages: []pipeline.Stage{
		{Name: "a", Tools: []string{"read"}}, {Name: "b", Tools: []string{"write"}},
	}}
	c := &fixtures.Case{Tools: []fixtures.Tool{{Name: "find"}}}
	if d := cmp.Diff([]string{"find", "read", "write"}, v.Tools(c)); d != "" {
		t.Error(d)
	}
}
