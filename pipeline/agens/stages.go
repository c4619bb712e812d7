package agens

import "github.com/beaver-eval/beaver-eval/pipeline"

// Stages implements pipeline.System.
func (s *System) Stages() []pipeline.Stage {
	return []pipeline.Stage{
		{Name: stagePrompt},
		{Name: stageSchema},
		{
			Name: stageServing, Calls: true, Reads: pipeline.ReadsJSON, Variants: []string{pipeline.AnyVariant},
			Fallback: "asked again with the reason; with no retry left, or without an answer, the job ends with an " +
				"error (G7)",
			Reasons: []pipeline.Reason{reasonRetry},
			Example: `{"outputs": {}, "tool_calls": [], "body": "…", "next": []}`, Schema: schemaServing,
			Refuses: map[pipeline.Reason]string{
				reasonRetry: `{"body": "…", "next": [{"type": "retry", "value": ""}], "tool_calls": [], "outputs": {}}`,
			},
		},
		{
			Name: stageRoute, Fallback: "the job ends with an error (G7)",
			Decides: []pipeline.Decides{pipeline.DecidesRoute},
			Reasons: []pipeline.Reason{
				reasonInvalidNode, reasonJobNotLoaded, reasonInputRequired, reasonMaxRetries, reasonMaxVisits,
			},
		},
		{
			Name: stageTool, Fallback: `the result of the call is {"error": …} (G7)`,
			Reasons: []pipeline.Reason{reasonToolError},
		},
	}
}

// schemaServing is the form of an answer of any node: its outputs are the node's own. An answer with nothing else must
// call tools.
const schemaServing = `{
	"type": "object",
	"required": ["body", "next"],
	"properties": {
		"body": {"type": "string"},
		"next": {
			"type": "array",
			"items": {
				"type": "object",
				"required": ["type"],
				"properties": {
					"type": {"enum": ["route", "yield", "sub", "end", "retry"]},
					"value": {"type": "string"}
				}
			}
		},
		"tool_calls": {
			"type": "array",
			"items": {
				"type": "object",
				"required": ["id", "name", "arguments"],
				"properties": {"id": {"type": "string"}, "name": {"type": "string"}, "arguments": {"type": "array"}}
			}
		}
	},
	"if": {
		"properties": {
			"body": {"pattern": "^\\s*$"}, "next": {"maxItems": 0}, "outputs": {"type": "object", "maxProperties": 0}
		}
	},
	"then": {"required": ["tool_calls"], "properties": {"tool_calls": {"minItems": 1}}}
}`
