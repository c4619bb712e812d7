package fault_test

import (
	"encoding/json"
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

func one(text string) outcome { return outcome{Texts: map[string]string{"": text}} }

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
		{"wrong-type", free, one(`{"lane": 7, "urgency": 2}`)},
		{"unknown-enum", route, one(`{"lane": "perhaps", "urgency": 2, "note": null}`)},
		{"unknown-enum", free, lacks("no value of the answer is one of an enumeration")},
		{"number-out-of-range", route, one(`{"lane": "billing", "urgency": 4, "note": null}`)},
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
		{"tool-arguments-wrong-type", look, one(`find{"city": "Oslo", "days": "seven"}`)},
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
