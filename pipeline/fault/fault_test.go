package fault_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/badserver"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// route is a stage that decides, rate one that takes a note of any type, choose one that names offered things, say one
// that reads any text.
var (
	route = pipeline.Stage{Name: "route", Reads: pipeline.ReadsJSON, Example: `{"action": "stay"}`,
		Schema: `{"type": "object", "required": ["action"],
			"properties": {"action": {"enum": ["go", "stay"]}, "reason": {"type": "string"}}}`}
	rate = pipeline.Stage{Name: "rate", Reads: pipeline.ReadsJSON, Example: `{"stars": 3}`,
		Schema: `{"type": "object", "required": ["stars"],
			"properties": {"stars": {"type": ["integer", "null"]}, "note": {"description": "a text"}}}`}
	choose = pipeline.Stage{Name: "choose", Reads: pipeline.ReadsJSON, Example: `[]`,
		Reasons: []pipeline.Reason{pipeline.UnknownName}, Schema: `{"type": "array", "items": {"type": "string"}}`}
	say = pipeline.Stage{Name: "say", Reads: pipeline.ReadsText}
)

// broken returns the texts of a fault.
func broken(t *testing.T, name string, st pipeline.Stage, answer string) []string {
	t.Helper()
	f, ok := fault.Find(name)
	if !ok {
		t.Fatalf("there is no fault %s", name)
	}
	if !f.Fits(st) {
		return nil
	}
	s := fault.Subject{
		Stage: st, Answer: pipeline.Response{Content: answer}, Rand: rand.New(rand.NewPCG(1, 1)),
		Request: pipeline.Request{Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Message", "Go?"),
			pipeline.Text(pipeline.RoleUser, "Nothing", " ")}},
	}
	var texts []string
	for _, b := range f.Break(s) {
		texts = append(texts, b.Response.Content)
	}
	return texts
}

func TestBreak(t *testing.T) {
	const one, two = `{"action": "go", "reason": "a \"b\""}`, `["a", "b"]`
	for name, want := range map[string][]string{
		"truncated-json": {`{`, `{"action":`, `{"action": "go",`, `{"action": "go", "reason":`},
		"code-fence":     {"```json\n" + one + "\n```"},
		"single-quotes":  {`{'action': 'go', 'reason': 'a \"b\"'}`},
		"smart-quotes":   {`{“action”: “go”, “reason”: “a \"b\"”}`},
		"trailing-comma": {`{"action": "go", "reason": "a \"b\"",}`},
		"comments":       {"{ // the decision\n" + one[1:]},
		"unquoted-keys":  {`{action: "go", reason: "a \"b\""}`},
		"nan":            {`{"action": NaN, "reason": "a \"b\""}`},
		"duplicate-key":  {`{"action": "go", "reason": "a \"b\"", "action": "something else"}`},
		"wrong-root":     {"[" + one + "]"},
		"wrong-type":     {`{"action": 7, "reason": "a \"b\""}`},
		"missing-key":    {`{"reason": "a \"b\""}`},
		"extra-key":      {`{"action": "go", "reason": "a \"b\"", "confidence": 0.9}`},
		"unknown-enum":   {`{"action": "perhaps", "reason": "a \"b\""}`},
		"two-values":     {one + "\n" + `{"action": "stay"}`},
		"prompt-echoed":  {"Go?"},
		"empty":          {""},
		"null":           {"null"},
		"any-type":       nil, // each of its values has a type
		"invented-name":  nil, // the stage names nothing

		"missing-optional-key": {`{"action": "go"}`},
	} {
		if d := cmp.Diff(want, broken(t, name, route, one)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
	for name, want := range map[string][]string{
		"wrong-type": nil, // a number is right for the stars, and the note may be anything
		"any-type":   {`{"stars": 4, "note": 7}`},
	} {
		if d := cmp.Diff(want, broken(t, name, rate, `{"stars": 4, "note": "warm"}`)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
	for name, want := range map[string][]string{
		"truncated-json":  {`[`, `["a",`},
		"wrong-root":      {`{"answer": ["a", "b"]}`},
		"wrong-type":      {`[7, "b"]`},
		"nan":             {`[NaN, "b"]`},
		"missing-key":     nil,
		"invented-name":   {`["a-name-that-nobody-offered"]`},
		"invented-beside": {`["a", "b", "a-name-that-nobody-offered"]`},
		"repeated-name":   {`["a", "b", "a"]`},
		"two-values":      {two + "\n[]"},
		"unquoted-keys":   nil,
		"every-prefix":    {`[`, `["`, `["a`, `["a"`, `["a",`, `["a", `, `["a", "`, `["a", "b`, `["a", "b"`},
	} {
		if d := cmp.Diff(want, broken(t, name, choose, two)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
	if got := broken(t, "refusal", say, "Hello."); len(got) != 1 || len(broken(t, "prose", say, "Hello.")) > 0 {
		t.Errorf("a stage that reads text: %q", got)
	}
	if got := broken(t, "truncated-json", route, "Hello, {name}."); got != nil {
		t.Errorf("an answer that is no JSON: %q", got)
	}
	if got := broken(t, "empty", route, ""); got != nil {
		t.Errorf("an answer that is empty already: %q", got)
	}
}

// Extract takes an answer despite text around it; neither strict nor extract takes a broken one.
func TestBrokenIsWhatItSays(t *testing.T) {
	for answer, st := range map[string]pipeline.Stage{
		`{"action": "go", "reason": "a"}`: route, `["a", "b"]`: choose,
	} {
		for _, f := range fault.All() {
			repaired := f.Name == "invalid-utf8" // on entry
			if f.Class != fault.Answer || f.Every || repaired || !f.Fits(st) {
				continue
			}
			for _, p := range []pipeline.Policy{pipeline.Strict, pipeline.Extract} {
				for _, text := range broken(t, f.Name, st, answer) {
					_, err := reply.Read(p, text)
					want := f.Expects(st, p)
					taken := err == nil
					if taken && slices.Contains(want, pipeline.Malformed) && len(want) == 1 ||
						!taken && !slices.Contains(want, pipeline.Malformed) && !slices.Contains(want, pipeline.Empty) {
						t.Errorf("%s under %s: %.80q is read with %v, want one of %q", f.Name, p, text, err, want)
					}
				}
			}
		}
	}
}

// A fault over HTTP exists for each way of the bad server.
func TestWaysAreThoseOfTheServer(t *testing.T) {
	var ways []badserver.Way
	for _, f := range fault.All() {
		if f.Way != "" && f.Times == 0 {
			ways = append(ways, badserver.Way(f.Way))
		}
	}
	if d := cmp.Diff(badserver.Ways(), ways); d != "" {
		t.Errorf("(-server +faults):\n%s", d)
	}
	if fault.Length != string(badserver.Length) {
		t.Error(fault.Length)
	}
}

func TestNamesAndSentences(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range fault.All() {
		if seen[f.Name] || seen[f.Says] || !strings.HasSuffix(f.Says, ".") {
			t.Errorf("%s says %q", f.Name, f.Says)
		}
		seen[f.Name], seen[f.Says] = true, true
		if now, renamed := fault.Renamed(f.Name); renamed {
			t.Errorf("%s is called %s now, but still a fault", f.Name, now)
		}
	}
	for _, f := range fault.OfSystems() {
		if len(f.Expects(choose, pipeline.Strict)) == 0 {
			t.Errorf("nothing is expected of %s", f.Name)
		}
	}
}

func TestAsks(t *testing.T) {
	twice := pipeline.Stage{Tries: 2, Again: []pipeline.Reason{pipeline.Timeout}}
	for _, tt := range []struct {
		fault    string
		stage    pipeline.Stage
		reason   pipeline.Reason
		from     int
		last     int
		recovers bool
	}{
		{"timeout", pipeline.Stage{}, pipeline.Timeout, 1, 1, false},
		{"timeout", twice, pipeline.Timeout, 1, 2, false},
		{"timeout", twice, pipeline.Timeout, 2, 2, false},
		{"timeout-once", pipeline.Stage{}, pipeline.Timeout, 1, 1, false},
		{"timeout-once", twice, pipeline.Timeout, 1, 2, true},
		{"timeout-once", twice, pipeline.Timeout, 2, 2, false},
		{"timeout-twice", twice, pipeline.Timeout, 1, 2, false},
		{"prose", twice, pipeline.Malformed, 1, 1, false},
	} {
		f, _ := fault.Find(tt.fault)
		last, recovers := f.Asks(tt.stage, tt.reason, tt.from)
		if last != tt.last || recovers != tt.recovers {
			t.Errorf("%s from %d: %d, %t; want %d, %t", tt.fault, tt.from, last, recovers, tt.last, tt.recovers)
		}
	}
}
