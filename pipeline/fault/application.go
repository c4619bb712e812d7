package fault

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

var (
	wholeAnswer    = need{"the client wants a stream", func(s Subject) bool { return !s.Streamed }}
	streamedAnswer = need{"the client wants no stream", func(s Subject) bool { return s.Streamed }}
	offeredTools   = need{"the call offers no tools", func(s Subject) bool { return len(s.Request.Tools) > 0 }}
	textAnswer     = need{"the answer is a tool call", func(s Subject) bool { return len(s.Answer.ToolCalls) == 0 }}
	toolAnswer     = need{"the answer calls no tool", func(s Subject) bool { return len(s.Answer.ToolCalls) > 0 }}
	jsonAnswer     = need{"the answer is not a JSON object or list", func(s Subject) bool {
		return isStructured(s.Answer.Content)
	}}
	textArguments = need{"the provider's form has arguments as an object, which is always whole", func(s Subject) bool {
		return s.Provider == pipeline.SourceOpenAI || s.Provider == pipeline.SourceAnthropic && s.Streamed
	}}
	noArguments = need{"the provider's form has an object even without arguments", func(s Subject) bool {
		return s.Provider == pipeline.SourceOpenAI
	}}
	filters = need{"the provider's form has no such end", func(s Subject) bool {
		return s.Provider == pipeline.SourceOpenAI
	}}
	refuses = need{"the provider's form has no such end", func(s Subject) bool {
		return s.Provider == pipeline.SourceOpenAI || s.Provider == pipeline.SourceAnthropic
	}}
)

var tooMany = fmt.Sprintf("the answer has more than %d places for it, of which the first are broken", mostPlaces)

// InApplication returns the broken answers of an application; none if the answer cannot break so, and why, and not all
// if they are too many. An answer that breaks on its way is returned as it is.
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
	if len(all) > mostPlaces && !f.Every {
		all, lacks = all[:mostPlaces], tooMany
	}
	for i := range all {
		all[i].Response.Blocks = nil // they say what the whole answer said
	}
	return all, lacks
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
	object(false, "missing-key", "the answer has no key that is required", atPlaces(missingKeys))
	object(false, "wrong-type", "no value of the answer has a type", atPlaces(otherTypes))
	object(false, "unknown-enum", "no value of the answer is one of an enumeration", atPlaces(unknownEnums))
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
	const lacksAll = "the call has no arguments"
	call := func(name, lacks string, broken func(Subject) []Broken, needs ...need) {
		all[name] = &Application{needs: append([]need{toolAnswer}, needs...), lacks: lacks, broken: broken}
	}
	call("tool-arguments-no-json", lacksAll, inArguments(cutInHalf), textArguments)
	call("tool-arguments-twice", lacksAll, inArguments(doubleKey), textArguments)
	call("tool-arguments-empty", lacksAll, inArguments(always("")), noArguments)
	call("tool-arguments-missing-key", "no argument of the call is required", inArguments(atPlaces(missingKeys)))
	call("tool-arguments-wrong-type", "no argument of the call has a type", inArguments(atPlaces(otherTypes)))
	call("text-for-tool-call", "", nil)
	all["tool-call-for-text"] = &Application{needs: []need{textAnswer, offeredTools}}
	all["tool-unknown"] = &Application{needs: []need{offeredTools}, broken: unknownTool}
}

// Renamed returns the present name of a fault that applications once had under another one.
func Renamed(name string) (now string, ok bool) {
	now, ok = map[string]string{
		"malformed": "body-malformed", "429": "status-429", "500": "status-500", "reset": "connection-reset",
		"held": "timeout", "unknown-tool": "tool-unknown",
	}[name]
	return now, ok
}
