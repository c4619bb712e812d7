package suites

import (
	"encoding/json"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Beaver says all that can be named of it: no fallback, decision or call of any case has another name.
func TestStagesSayWhatHappens(t *testing.T) {
	eachCase(t, func(t *testing.T, s *Suite, c *fixtures.Case) {
		v := newVocabulary(s.system)
		must := func(err error) {
			if err != nil {
				t.Error(err)
			}
		}
		for _, step := range finished(t, s, c, nil).trace().Steps {
			switch step.Kind {
			case pipeline.EntryFallback:
				must(v.reason(step.Fallback.Stage, string(step.Fallback.Reason)))
			case pipeline.EntryDecided:
				must(v.stage(step.Stage))
				mustDecide(t, v, step)
			case pipeline.EntryCall:
				must(v.caller(step.Stage))
				below := step.Path[strings.IndexByte(step.Path, '/')+1:]
				for _, key := range []string{step.Path, below, step.Stage, "**/" + path.Base(below), path.Base(below)[:1] + "*"} {
					must(v.answerKey(key))
				}
			}
		}
	})
}

// mustDecide looks at the values of a decision that the stage has listed.
func mustDecide(t *testing.T, v vocabulary, step Step) {
	stage, _ := v.find(step.Stage)
	var made map[string]json.RawMessage
	if len(stage.Values) == 0 || json.Unmarshal(step.Value, &made) != nil {
		return
	}
	for key := range stage.Values {
		var one string
		var many []string
		if json.Unmarshal(made[key], &one) == nil && one != "" {
			many = []string{one}
		} else if err := json.Unmarshal(made[key], &many); err != nil && made[key] != nil {
			t.Errorf("%s of %s is %s, neither a text nor a list", key, stage.Name, made[key])
		}
		for _, value := range many {
			if err := v.decision([]pipeline.Stage{stage}, key, value); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestAnswerKey(t *testing.T) {
	v := vocabulary{"s", []pipeline.Stage{
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
		if err := v.answerKey(key); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", key, got, want)
		}
	}
}

// A key that answers some call of a stage is never refused, whatever its form.
func TestAnswerKeyLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[a-z]{1,4}(-[a-z0-9]{1,2})?`)
		s := pipeline.Stage{Name: name.Draw(t, "stage"), Calls: true}
		if rapid.Bool().Draw(t, "with a leaf") {
			s.Leaf = name.Draw(t, "leaf")
		}
		v := vocabulary{"s", []pipeline.Stage{s}}
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
		if c.Said("turn-1/"+full, s.Name, try) != nil && v.answerKey(key) != nil {
			t.Fatalf("%q answers %s of %s: %v", key, full, s.Name, v.answerKey(key))
		}
	})
}

// globOf puts signs of a glob in the place of some letters.
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
	return append(pipeline.AppendJSONString([]byte(`{"id":"a","turns":[{"user":"u","answers":{`), key), `:"x"}}]}`...)
}

// A system may offer tools that no case brings.
func TestToolsOfTheSystem(t *testing.T) {
	v := vocabulary{"s", []pipeline.Stage{{Name: "a", Tools: []string{"read"}}, {Name: "b", Tools: []string{"write"}}}}
	c := &fixtures.Case{Tools: []fixtures.Tool{{Name: "find"}}}
	if d := cmp.Diff([]string{"find", "read", "write"}, v.tools(c)); d != "" {
		t.Error(d)
	}
}
