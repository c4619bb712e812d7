package fault

import (
	"encoding/json"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Application says how a fault breaks an answer of an application, which has to ask over HTTP and nothing else.
type Application struct {
	How    pipeline.InjectedHow // on its way; empty: the answer itself is broken
	Once   bool                 // the first time that a request is sent, never each time
	Rarely bool                 // only if it is asked for, since the other faults of its kind find most mistakes

	needs  []need
	broken func(s Subject) []Broken // nil: as in systems
	lacks  string                   // why an answer that meets the needs cannot break so
}

// need is what an answer must have to break in some way.
type need struct {
	lacks string // why it cannot, in words
	met   func(s Subject) bool
}

var (
	wholeAnswer    = need{"the client wants a stream", func(s Subject) bool { return !s.Streamed }}
	streamedAnswer = need{"the client wants no stream", func(s Subject) bool { return s.Streamed }}
	offeredTools   = need{"the call offers no tools", func(s Subject) bool { return len(s.Request.Tools) > 0 }}
	textAnswer     = need{"the answer is a tool call", func(s Subject) bool { return len(s.Answer.ToolCalls) == 0 }}
	toolAnswer     = need{"the answer calls no tool", func(s Subject) bool { return len(s.Answer.ToolCalls) > 0 }}
	jsonAnswer     = need{"the answer is not a JSON object or list", func(s Subject) bool {
		return isStructured(s.Answer.Content)
	}}
	textArguments = need{"the provider's form has arguments as an object, which is always whole",
		func(s Subject) bool { return s.Provider == pipeline.SourceOpenAI }}
	filters = need{"the provider's form has no such end", func(s Subject) bool {
		return s.Provider == pipeline.SourceOpenAI
	}}
	refuses = need{"the provider's form has no such end", func(s Subject) bool {
		return s.Provider == pipeline.SourceOpenAI || s.Provider == pipeline.SourceAnthropic
	}}
)

// isStructured reports whether a text is a JSON object or list.
func isStructured(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && strings.IndexByte("{[", text[0]) >= 0 && isJSON(text)
}

// InApplication returns the broken answers of an application; none if the answer cannot break so, and why. An answer
// that breaks on its way is returned as it is.
func (f Fault) InApplication(s Subject) (all []Broken, lacks string) {
	a := f.Application
	if a == nil {
		return nil, "no answer of an application breaks so"
	}
	for _, n := range a.needs {
		if !n.met(s) {
			return nil, n.lacks
		}
	}
	if a.How != "" {
		return []Broken{{Response: s.Answer}}, ""
	}
	if a.broken != nil {
		f.broken = a.broken
	}
	if all = f.Break(s); len(all) == 0 {
		return nil, a.lacks
	}
	for i := range all {
		all[i].Response.Blocks = nil // they say what the whole answer said
	}
	return all, ""
}

// applications returns how faults break answers of applications, by name.
func applications() map[string]*Application {
	all := map[string]*Application{}
	onTheWay := func(how pipeline.InjectedHow, needs ...need) {
		all[string(how)] = &Application{How: how, needs: needs}
	}
	onTheWay(pipeline.InjectedMalformed)
	onTheWay(pipeline.InjectedEmpty)
	onTheWay(pipeline.InjectedRate)
	onTheWay(pipeline.InjectedRateWait)
	onTheWay(pipeline.InjectedServer)
	onTheWay(pipeline.InjectedCutBody, wholeAnswer)
	onTheWay(pipeline.InjectedCutStream, streamedAnswer)
	onTheWay(pipeline.InjectedReset)
	onTheWay(pipeline.InjectedTimeout)
	all[string(pipeline.InjectedRateWait)].Once = true
	ofTexts(all)
	ofJSON(all)
	ofTools(all)
	return all
}

// ofTexts adds the faults of answers that are any text.
func ofTexts(all map[string]*Application) {
	text := func(name, lacks string, rarely bool, needs ...need) *Application {
		a := &Application{needs: append([]need{textAnswer}, needs...), lacks: lacks, Rarely: rarely}
		all[name] = a
		return a
	}
	const same = "the answer is the same anyway"
	text("empty", same, false)
	text("white-space", same, true)
	text("one-letter", same, true)
	text("control-characters", "the answer has no text to hold them", false)
	text("prompt-echoed", "the prompt has no text", false)
	text("refusal", same, false)
	text("other-language", same, true)
	const short = "the answer is too short"
	text(Length, short, false).broken = half("length")
	text("content-filter", short, false, filters).broken = half("content_filter")
	text("stop-refusal", same, false, refuses).broken = func(Subject) []Broken {
		return []Broken{{Response: pipeline.Response{Content: apology, Finish: "refusal"}}}
	}
}

// ofJSON adds the faults of answers that are JSON.
func ofJSON(all map[string]*Application) {
	object := func(rarely bool, name, lacks string, broken func(Subject) []Broken) {
		all[name] = &Application{needs: []need{textAnswer, jsonAnswer}, Rarely: rarely, lacks: lacks, broken: broken}
	}
	const noKey, empty = "the answer is not an object with keys", "the answer is empty"
	object(false, "truncated-json", empty, inTheMiddle(truncated))
	object(false, "prose", "", nil)
	object(false, "code-fence", "", nil)
	object(false, "wrong-root", "", nil)
	object(false, "duplicate-key", noKey, nil)
	object(false, "missing-key", "the answer has no key that is required", eachMissingKey)
	object(false, "wrong-type", "no key of the answer has a type", anotherType)
	object(false, "unknown-enum", "no value of the answer is one of an enumeration", nil)
	object(false, "number-out-of-range", "no number of the answer has a minimum or maximum", nil)
	for name, lacks := range map[string]string{
		"think": "", "think-open": "", "null": "", "deep-nesting": "", "two-values": "",
		"single-quotes": "the answer has no strings", "smart-quotes": "the answer has no strings",
		"trailing-comma": empty, "comments": "", "unquoted-keys": noKey, "nan": empty, "extra-key": noKey,
		"any-type":             "no value of the answer may have any type",
		"missing-optional-key": "the answer has no key that is optional",
		"every-prefix":         empty, "every-deletion": empty,
	} {
		object(true, name, lacks, nil)
	}
}

// ofTools adds the faults of tool calls.
func ofTools(all map[string]*Application) {
	const noArguments = "the call has no arguments"
	call := func(name, lacks string, broken func(Subject) []Broken, needs ...need) {
		all[name] = &Application{needs: append([]need{toolAnswer}, needs...), lacks: lacks, broken: broken}
	}
	call("tool-arguments-no-json", noArguments, inArguments(cutInHalf), textArguments)
	call("tool-arguments-twice", noArguments, inArguments(doubleKey), textArguments)
	call("tool-arguments-empty", noArguments, inArguments(always("")), textArguments)
	call("tool-arguments-missing-key", "no argument of the call is required", inArguments(eachMissingKey))
	call("tool-arguments-wrong-type", "no argument of the call has a type", inArguments(anotherType))
	call("text-for-tool-call", "", nil)
	all["tool-call-for-text"] = &Application{needs: []need{textAnswer, offeredTools}}
	all["tool-unknown"] = &Application{needs: []need{offeredTools}, broken: unknownTool}
}

// StageOf describes the stage of an application that asks for an answer, as far as the request and the intended answer
// tell. The schema is the request's; if it has none, that of the answer's own keys and types.
func StageOf(req pipeline.Request, answer pipeline.Response) pipeline.Stage {
	st := pipeline.Stage{Name: req.Stage, Reads: pipeline.ReadsText, Schema: string(req.Format)}
	if isStructured(answer.Content) {
		st.Reads = pipeline.ReadsJSON
	}
	if !jsonvalue.OpensObject(req.Format) {
		st.Schema = inferred(answer.Content)
	}
	return st
}

// inferred returns the schema of an object with these keys and types of values; empty: the text is no object.
func inferred(text string) string {
	all, ok := members(strings.TrimSpace(text))
	if !ok {
		return ""
	}
	s := struct {
		Type       string                     `json:"type"`
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
	}{"object", map[string]json.RawMessage{}, []string{}}
	for _, m := range all {
		s.Required = append(s.Required, m.key)
		s.Properties[m.key] = json.RawMessage(`{"type": "` + typeOf(m.value) + `"}`)
	}
	schema, err := json.Marshal(s)
	if err != nil {
		return ""
	}
	return string(schema)
}

// typeOf returns a JSON value's type, in the words of JSON Schema.
func typeOf(value json.RawMessage) string {
	switch value[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

// Renamed returns the present name of a fault that applications once had under another one.
func Renamed(name string) (now string, ok bool) {
	now, ok = map[string]string{
		"malformed": "body-malformed", "429": "status-429", "500": "status-500", "reset": "connection-reset",
		"held": "timeout", "unknown-tool": "tool-unknown",
	}[name]
	return now, ok
}
