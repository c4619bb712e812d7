package fault

import (
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// apology is how a model refuses.
const apology = "I'm sorry, but I can't help with that."

// half returns the first half of the answer, ended for a reason.
func half(finish string) func(Subject) []Broken {
	return func(s Subject) []Broken {
		content := firstHalf(s.Answer.Content)
		if content == "" {
			return nil
		}
		return []Broken{{Response: pipeline.Response{Content: content, Finish: finish}}}
	}
}

// firstHalf returns the first half of a text; no rune is cut.
func firstHalf(text string) string {
	end := len(text) / 2
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

func cutInHalf(s Subject) []Broken {
	if half := firstHalf(s.Answer.Content); half != "" {
		return []Broken{text(half)}
	}
	return nil
}

// inTheMiddle takes the middle one of a fault's broken answers.
func inTheMiddle(broken func(Subject) []Broken) func(Subject) []Broken {
	return func(s Subject) []Broken {
		all := broken(s)
		if len(all) == 0 {
			return nil
		}
		return []Broken{{Response: all[len(all)/2].Response}}
	}
}

// missingKeys removes each required member of an object; each of all members of an answer whose schema requires none.
func missingKeys(p *place) (value json.RawMessage, ok bool) { return nil, p.required }

// otherTypes changes each value of a type to a number, or a number to a text.
func otherTypes(p *place) (value json.RawMessage, ok bool) {
	switch {
	case p.schema == nil || p.schema.takesAny():
		return nil, false
	case p.schema.takesNumber():
		return json.RawMessage(`"seven"`), true
	}
	return json.RawMessage(aNumber), true
}

// unknownEnums changes each value of an enumeration to an unknown one.
func unknownEnums(p *place) (value json.RawMessage, ok bool) {
	return json.RawMessage(notInEnum), p.schema != nil && len(p.schema.Enum) > 0
}

// outOfRange moves each number over the maximum, or below the minimum, of its schema.
func outOfRange(p *place) (value json.RawMessage, ok bool) {
	if p.own != nil {
		value = p.own.outside()
	}
	return value, value != nil
}

// inArguments breaks the arguments of a tool call as an answer of the tool's schema; of several calls one, chosen by
// the cell's chance.
func inArguments(broken func(Subject) []Broken) func(Subject) []Broken {
	return func(s Subject) []Broken {
		at := s.Rand.IntN(len(s.Answer.ToolCalls))
		call := s.Answer.ToolCalls[at]
		if call.Arguments == "" {
			return nil
		}
		arguments := pipeline.Response{Content: call.Arguments}
		var schema json.RawMessage
		if i := slices.IndexFunc(s.Request.Tools, func(t pipeline.Tool) bool { return t.Name == call.Name }); i >= 0 {
			schema = s.Request.Tools[i].Parameters
		}
		within := s
		within.Answer, within.Stage = arguments, StageOf(pipeline.Request{Format: schema}, arguments)
		all := broken(within)
		for i := range all {
			resp := s.Answer
			resp.ToolCalls = slices.Clone(resp.ToolCalls)
			resp.ToolCalls[at].Arguments = all[i].Response.Content
			all[i].Response = resp
		}
		return all
	}
}

// textForToolCall answers in words where a tool call was due.
func textForToolCall(s Subject) []Broken {
	if s.Answer.Content != "" {
		return []Broken{text(s.Answer.Content)}
	}
	return []Broken{text("I will look that up for you.")}
}

// toolCallForText calls the first offered tool where a text was due.
func toolCallForText(s Subject) []Broken {
	if len(s.Request.Tools) == 0 {
		return nil
	}
	t := s.Request.Tools[0]
	return calls(t.Name, example(parsed(string(t.Parameters))))
}

// unknownTool calls a tool that was not offered.
func unknownTool(s Subject) []Broken {
	name := "no_such_tool"
	for slices.ContainsFunc(s.Request.Tools, func(t pipeline.Tool) bool { return t.Name == name }) {
		name += "_either"
	}
	return calls(name, "{}")
}

func calls(name, arguments string) []Broken {
	return []Broken{{Response: pipeline.Response{
		ToolCalls: []pipeline.ToolCall{{Name: name, Arguments: arguments}}, Finish: "tool_calls",
	}}}
}

// example returns an object with the required keys of a schema, in the order of the schema.
func example(s *schema) string {
	var all []member
	for _, key := range s.Required {
		if p := s.Properties[key]; p != nil {
			all = append(all, member{key, json.RawMessage(exampleOf(p))})
		}
	}
	return object(all)
}

// exampleOf returns a value of a schema.
func exampleOf(s *schema) string {
	if len(s.Enum) > 0 {
		return string(s.Enum[0])
	}
	for _, kind := range s.Type {
		switch kind {
		case "object":
			return example(s)
		case "array":
			return "[]"
		case "boolean":
			return "true"
		case "number", "integer":
			if low := number(s.Minimum); low != nil {
				return strconv.FormatFloat(*low, 'f', -1, 64)
			}
			return "1"
		}
	}
	return `"example"`
}
