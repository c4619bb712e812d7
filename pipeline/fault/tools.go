package fault

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Faults of a tool's result.
const (
	ToolFails   = "fails"
	ToolIsLate  = "late"
	ToolIsLarge = "large"
	ToolRepeats = "repeats" // the model repeats the same call, and the tool fails each time
)

// LargeResult is the size of a large result in bytes.
const LargeResult = 5_000_000

// tools returns the faults of tool calls: the model makes a bad one, or the tool fails.
func tools() []Fault {
	call := func(name, says string, change func(c *pipeline.ToolCall)) Fault {
		broken := func(s Subject) []Broken {
			if len(s.Answer.ToolCalls) == 0 {
				return nil
			}
			resp := s.Answer
			resp.ToolCalls = slices.Clone(resp.ToolCalls)
			change(&resp.ToolCalls[s.Rand.IntN(len(resp.ToolCalls))])
			return []Broken{{Response: resp}}
		}
		return Fault{Name: name, Class: Tool, Says: says, broken: broken, expects: each("-")}
	}
	result := func(name, how, says string) Fault {
		return Fault{Name: name, Class: Tool, Tool: how, Says: says, expects: each("-")}
	}
	foreign := func(name, says string, broken func(Subject) []Broken) Fault {
		return Fault{Name: name, Class: Tool, Says: says, foreign: true, broken: broken}
	}
	repeats := result("tool-fails-again", ToolRepeats,
		"The model makes the same call again and again, and it always fails.")
	repeats.expects = each(string(pipeline.ToolBudget))
	return []Fault{
		call("tool-unknown", "The model calls a tool that is not offered.", func(c *pipeline.ToolCall) {
			c.Name = "no_such_tool"
		}),
		call("tool-arguments-no-json", "The arguments are not JSON.", func(c *pipeline.ToolCall) {
			c.Arguments = `{"query": `
		}),
		call("tool-arguments-twice", "A key of the arguments appears twice.", func(c *pipeline.ToolCall) {
			c.Arguments = `{"query": "a", "query": "b"}`
		}),
		foreign("tool-arguments-empty", "The arguments are empty.", nil),
		foreign("tool-arguments-missing-key", "A required argument is missing.", nil),
		foreign("tool-arguments-wrong-type", "An argument has another type.", nil),
		foreign("tool-call-for-text", "The model calls a tool where a text was due.", toolCallForText),
		foreign("text-for-tool-call", "The model answers in words where a tool call was due.", textForToolCall),
		result("tool-error", ToolFails, "The tool fails."),
		result("tool-late", ToolIsLate, "The result comes a day later, after any deadline."),
		result("tool-result-5mb", ToolIsLarge, "The result is 5 MB long."),
		repeats,
	}
}
