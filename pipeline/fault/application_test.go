package fault_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
)

// ticket is a schema as a library of a client makes it: with definitions, alternatives, and a keyword of another draft.
const ticket = `{"type": "object", "required": ["lane", "urgency"], "properties": {
	"lane": {"$ref": "#/$defs/Lane"}, "urgency": {"type": "integer", "minimum": 1, "maximum": 3},
	"note": {"anyOf": [{"type": "string"}, {"type": "null"}]}, "any": true, "loop": {"$ref": "#/$defs/Loop"}},
	"$defs": {"Lane": {"type": "string", "enum": ["billing", "other"]},
		"Loop": {"anyOf": [{"$ref": "#/$defs/Loop"}, {"type": "null"}]}}}`

// subject returns an answer of an application to a request with a schema, or without one, that offers tools.
func subject(format string, answer pipeline.Response, tools ...pipeline.Tool) fault.Subject {
	req := pipeline.Request{Stage: "s", Format: json.RawMessage(format), Tools: tools, Messages: []pipeline.Message{
		pipeline.Text(pipeline.RoleUser, "Content", "Where to?"),
	}}
	return fault.Subject{
		Stage: fault.StageOf(req, answer), Request: req, Answer: answer, Rand: rand.New(rand.NewPCG(1, 1)),
		Provider: pipeline.SourceOpenAI,
	}
}

// outcome is what a fault makes of an answer: texts, or arguments of the first call, by their place; or what it lacks.
type outcome struct {
	Texts map[string]string
	Lacks string
}

func outcomeOf(t *testing.T, name string, s fault.Subject) outcome {
	t.Helper()
	f, known := fault.Find(name)
	if !known {
		t.Fatalf("there is no fault %s", name)
	}
	all, lacks := f.InApplication(s)
	got := outcome{Lacks: lacks}
	for _, b := range all {
		if got.Texts == nil {
			got.Texts = map[string]string{}
		}
		got.Texts[b.At] = b.Response.Content
		if calls := b.Response.ToolCalls; len(calls) > 0 {
			got.Texts[b.At] = calls[0].Name + calls[0].Arguments
		}
	}
	return got
}

func one(text string) outcome { return at("", text) }

func at(place, text string) outcome { return outcome{Texts: map[string]string{place: text}} }

func lacks(why string) outcome { return outcome{Lacks: why} }

func TestInApplication(t *testing.T) {
	route := subject(ticket, pipeline.Response{Content: `{"lane": "billing", "urgency": 2, "note": null}`})
	free := subject("", pipeline.Response{Content: `{"lane": "billing", "urgency": 2}`})
	say := subject("", pipeline.Response{Content: "Hé, you there."})
	find := pipeline.Tool{Name: "find", Parameters: json.RawMessage(`{"type": "object", "required": ["city", "days"],
		"properties": {"city": {"type": "string"}, "days": {"type": "integer", "minimum": 2}, "unit": {"enum": ["C"]}}}`)}
	look := subject("", pipeline.Response{ToolCalls: []pipeline.ToolCall{{Name: "find",
		Arguments: `{"city":"Oslo","days":3}`}}}, find)
	idle := subject("", pipeline.Response{Content: "Done."}, find)
	object := look
	object.Provider = pipeline.SourceAnthropic
	pieces := object
	pieces.Streamed = true
	tests := []struct {
		name    string
		subject fault.Subject
		want    outcome
	}{
		{"truncated-json", route, one(`{"lane": "billing", "urgency":`)},
		{"truncated-json", say, lacks("the answer is not a JSON object or list")},
		{"prose", look, lacks("the answer is a tool call")},
		{"missing-key", route, outcome{Texts: map[string]string{
			"lane": `{"urgency": 2, "note": null}`, "urgency": `{"lane": "billing", "note": null}`}}},
		{"missing-key", free, outcome{Texts: map[string]string{
			"lane": `{"urgency": 2}`, "urgency": `{"lane": "billing"}`}}},
		{"missing-optional-key", route, one(`{"lane": "billing", "urgency": 2}`)},
		{"wrong-type", free, outcome{Texts: map[string]string{
			"lane": `{"lane": 7, "urgency": 2}`, "urgency": `{"lane": "billing", "urgency": "seven"}`}}},
		{"unknown-enum", route, at("lane", `{"lane": "perhaps", "urgency": 2, "note": null}`)},
		{"unknown-enum", free, lacks("no value of the answer is one of an enumeration")},
		{"number-out-of-range", route, at("urgency", `{"lane": "billing", "urgency": 4, "note": null}`)},
		{"number-out-of-range", free, lacks("no number of the answer has a minimum or maximum")},
		{"invented-name", free, lacks("no answer of an application breaks so")},
		{"length", say, one("Hé, yo")},
		{"content-filter", object, lacks("the answer is a tool call")},
		{"prompt-echoed", say, one("Where to?")},
		{"empty", say, one("")},
		{"stop-refusal", say, one("I'm sorry, but I can't help with that.")},
		{"tool-arguments-no-json", look, one(`find{"city":"Osl`)},
		{"tool-arguments-no-json", object,
			lacks("the provider's form has arguments as an object, which is always whole")},
		{"tool-arguments-no-json", pieces, one(`find{"city":"Osl`)},
		{"tool-arguments-empty", pieces, lacks("the provider's form has an object even without arguments")},
		{"tool-arguments-empty", look, one("find")},
		{"tool-arguments-missing-key", object, outcome{Texts: map[string]string{
			"city": `find{"days": 3}`, "days": `find{"city": "Oslo"}`}}},
		{"tool-arguments-missing-key", say, lacks("the answer calls no tool")},
		{"tool-arguments-wrong-type", look, outcome{Texts: map[string]string{
			"city": `find{"city": 7, "days": 3}`, "days": `find{"city": "Oslo", "days": "seven"}`}}},
		{"tool-call-for-text", idle, one(`find{"city": "example", "days": 2}`)},
		{"tool-call-for-text", say, lacks("the call offers no tools")},
		{"text-for-tool-call", look, one("I will look that up for you.")},
		{"tool-unknown", idle, one("no_such_tool{}")},
		{"cut-stream", say, lacks("the client wants no stream")},
		{"status-500", say, one("Hé, you there.")},
	}
	for _, tt := range tests {
		if d := cmp.Diff(tt.want, outcomeOf(t, tt.name, tt.subject)); d != "" {
			t.Errorf("%s of %+v (-want +got):\n%s", tt.name, tt.subject.Answer, d)
		}
	}
}

// Each fault of applications breaks some answer, and says of every other one why it cannot.
func TestEachFaultOfApplications(t *testing.T) {
	tool := pipeline.Tool{Name: "find"}
	whole := []fault.Subject{
		subject(ticket, pipeline.Response{Content: `{"lane": "billing", "urgency": 2, "note": null, "any": "a"}`}),
		subject("", pipeline.Response{Content: "Hello, and welcome."}, tool),
		subject("", pipeline.Response{ToolCalls: []pipeline.ToolCall{{Name: "find", Arguments: `{"a": 1}`}}}, tool),
	}
	all := slices.Clone(whole)
	for _, s := range whole {
		s.Streamed = true
		all = append(all, s)
	}
	for _, f := range fault.OfApplications() {
		some := false
		for _, s := range all {
			broken, lacks := f.InApplication(s)
			some = some || len(broken) > 0
			if len(broken) == 0 && lacks == "" {
				t.Errorf("%s does not say why it cannot break %+v", f.Name, s.Answer)
			}
		}
		if !some {
			t.Errorf("%s breaks nothing", f.Name)
		}
	}
}

// plan is a schema with objects in lists, alternatives that a constant tells apart, and itself in itself.
const plan = `{"type": "object", "required": ["steps", "a.b"], "$defs": {
	"Step": {"type": "object", "required": ["do", "then"], "properties": {
		"do": {"oneOf": [{"$ref": "#/$defs/Say"}, {"$ref": "#/$defs/Wait"}]},
		"then": {"anyOf": [{"$ref": "#/$defs/Step"}, {"type": "null"}]}}},
	"Say": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "say"}, "text": {"type": "string"}}},
	"Wait": {"type": "object", "required": ["kind", "days"], "properties": {"kind": {"const": "wait"},
		"days": {"type": "integer", "maximum": 5}}}},
	"properties": {"steps": {"type": "array", "items": {"$ref": "#/$defs/Step"}}, "a.b": {}}}`

// What a schema says at any depth is broken, once for each place in the schema.
func TestPlaces(t *testing.T) {
	const answer = `{"steps": [{"do": {"kind": "say", "text": "Hi"}, "then": null}, ` +
		`{"do": {"kind": "wait", "days": 2}, "then": {"do": {"kind": "say"}, "then": null}}], "a.b": 1}`
	described := subject(plan, pipeline.Response{Content: answer})
	free := subject("", pipeline.Response{Content: answer})
	listed := subject("", pipeline.Response{Content: `[{"a": "x"}, {"a": "y", "b": 1}, {"a": "z", "b": "c"}]`})
	tests := []struct {
		name    string
		subject fault.Subject
		want    []string
	}{
		{"missing-key", described, []string{"steps", `["a.b"]`, "steps[0].do", "steps[0].then", "steps[0].do.kind",
			"steps[1].do.days", "steps[1].then.do", "steps[1].then.then", "steps[1].then.do.kind"}},
		{"number-out-of-range", described, []string{"steps[1].do.days"}},
		{"unknown-enum", described, []string{"steps[0].do.kind", "steps[1].then.do.kind"}},
		{"wrong-type", described, []string{"steps", "steps[0]", "steps[0].do", "steps[0].then", "steps[0].do.kind",
			"steps[0].do.text", "steps[1].do.days", "steps[1].then.do", "steps[1].then.then", "steps[1].then.do.kind"}},
		{"missing-key", free, []string{"steps", `["a.b"]`, "steps[0].do", "steps[0].then", "steps[0].do.kind"}},
		{"missing-key", listed, []string{"[0].a"}},
		{"wrong-type", listed, []string{"[0]", "[0].a"}},
	}
	for _, tt := range tests {
		f, _ := fault.Find(tt.name)
		broken, lacks := f.InApplication(tt.subject)
		var got []string
		for _, b := range broken {
			got = append(got, b.At)
			if !json.Valid([]byte(b.Response.Content)) {
				t.Errorf("%s at %s: %s", tt.name, b.At, b.Response.Content)
			}
		}
		if d := cmp.Diff(tt.want, got); d != "" || lacks != "" {
			t.Errorf("%s of %s: lacks %q (-want +got):\n%s", tt.name, tt.subject.Answer.Content, lacks, d)
		}
	}
	f, _ := fault.Find("missing-key")
	broken, _ := f.InApplication(described)
	want := `{"steps": [{"do": {"kind": "say", "text": "Hi"}, "then": null}, ` +
		`{"do": {"kind": "wait"}, "then": {"do": {"kind": "say"}, "then": null}}], "a.b": 1}`
	if got := broken[5].Response.Content; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// An answer with many keys has so many cells and no more, which is said.
func TestMostPlaces(t *testing.T) {
	answer := `{"all": {"key0": 0`
	for i := range 30 {
		answer += fmt.Sprintf(`, "key%d": %d`, i+1, i)
	}
	f, _ := fault.Find("missing-key")
	broken, lacks := f.InApplication(subject("", pipeline.Response{Content: answer + "}}"}))
	if len(broken) != 20 || broken[0].At != "all" || broken[19].At != "all.key18" ||
		lacks != "the answer has more than 20 places for it, of which the first are broken" {
		t.Errorf("%d cells, the last at %s; lacks %q", len(broken), broken[len(broken)-1].At, lacks)
	}
}
