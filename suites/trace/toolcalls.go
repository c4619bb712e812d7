package trace

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// ToolUse is a tool call with its path.
type ToolUse struct {
	Path string
	*pipeline.ToolUse
}

// ToolUses returns the tool calls among steps, in their order.
func ToolUses(steps []Step) []ToolUse {
	var uses []ToolUse
	for _, s := range steps {
		if s.Tool != nil {
			uses = append(uses, ToolUse{s.Path, s.Tool})
		}
	}
	return uses
}

// RepeatedFailures returns the paths of the calls that repeat a failed one: the same tool and, as JSON, the same
// arguments.
func RepeatedFailures(uses []ToolUse) []string {
	var failed []parsedUse
	var repeated []string
	for _, u := range uses {
		now := parseUse(u)
		if slices.ContainsFunc(failed, func(f parsedUse) bool { return sameCall(f, now) }) {
			repeated = append(repeated, u.Path)
		}
		if u.Result.Failed {
			failed = append(failed, now)
		}
	}
	return repeated
}

// sameCall reports whether two calls are of the same tool with, as JSON, the same arguments.
func sameCall(a, b parsedUse) bool {
	if a.Call.Name != b.Call.Name {
		return false
	}
	return a.Call.Arguments == b.Call.Arguments || a.isJSON && b.isJSON && jsonvalue.Equal(a.arguments, b.arguments)
}

type parsedUse struct {
	ToolUse
	arguments any
	isJSON    bool
}

func parseUse(u ToolUse) parsedUse {
	v, err := jsonvalue.Parse([]byte(u.Call.Arguments))
	return parsedUse{u, v, err == nil}
}
