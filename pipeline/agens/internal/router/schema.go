package router

import (
	"fmt"
	"slices"
	"strings"
)

// The keys of an answer.
const (
	KeyBody      = "body"
	KeyNext      = "next"
	KeyToolCalls = "tool_calls"
	KeyOutputs   = "outputs"
)

// Part is a schema with its key in the answer.
type Part struct {
	Key    string
	Schema map[string]any
}

// Schemas are the three parts of a response schema (G5).
type Schemas struct {
	Response map[string]any // without the two below
	ToolCall Part
	Outputs  Part
}

// CallTypes returns the types of tool calls: all mean the same.
func CallTypes() []string { return []string{"mcp_tool_use", "tool_call"} }

// DefaultSchemas returns the program's. Its outputs allow any: an object without properties.
func DefaultSchemas() Schemas {
	return Schemas{
		Response: responseSchema(titled(titleValue, "The id of the node, or with sub of the job.", text())),
		ToolCall: Part{KeyToolCalls, toolCallsSchema()},
		Outputs: Part{KeyOutputs, titled(KeyOutputs, "What the node has found out, by key.",
			Object(map[string]any{}))},
	}
}

// WithOutputs replaces the general outputs by those that a node declares; without any the general ones stay (G0, G5).
// The error is about an unknown type.
func (s Schemas) WithOutputs(outputs []Output) (Schemas, error) {
	if len(outputs) == 0 {
		return s, nil
	}
	properties, err := Properties(outputs)
	if err != nil {
		return Schemas{}, err
	}
	s.Outputs.Schema = Object(properties)
	return s, nil
}

// WithTargets names the nodes and jobs that an answer can lead to, and allows no other value; an end and a retry have
// an empty one (G5).
func (s Schemas) WithTargets(nodes, jobs []string) Schemas {
	says := fmt.Sprintf("With route and yield, the id of a node: %s.", strings.Join(nodes, ", "))
	if len(jobs) > 0 {
		says += fmt.Sprintf(" With sub, that of a job: %s.", strings.Join(jobs, ", "))
	}
	all := slices.Concat([]string{""}, nodes, jobs)
	slices.Sort(all)
	s.Response = responseSchema(titled(titleValue, says+" Else empty.", oneOf(slices.Compact(all)...)))
	return s
}

// Build combines the parts: each under its key, and all keys required (G5).
func (s Schemas) Build() map[string]any {
	whole := map[string]any{}
	for k, v := range s.Response {
		whole[k] = v
	}
	properties := map[string]any{}
	if has, ok := s.Response["properties"].(map[string]any); ok {
		for k, v := range has {
			properties[k] = v
		}
	}
	for _, part := range []Part{s.ToolCall, s.Outputs} {
		properties[part.Key] = part.Schema
	}
	whole["properties"], whole["required"] = properties, keys(properties)
	return whole
}

func responseSchema(value map[string]any) map[string]any {
	return map[string]any{
		"type": "object", "additionalProperties": false, "title": "Agens.StructuredOutput",
		"description": "The answer of a node.",
		"properties": map[string]any{
			KeyBody: titled(KeyBody, "The result, as text.", text()),
			KeyNext: titled(KeyNext, "Where the job goes on. Empty, unless you have been told to choose it.",
				list(instructionSchema(value))),
		},
	}
}

// titleValue is the title of an instruction's value.
const titleValue = "route instruction value"

func instructionSchema(value map[string]any) map[string]any {
	return Object(map[string]any{
		"type": titled("route instruction type", "route: on to a node. yield: wait for all others; whoever comes last "+
			"goes on to its node. sub: into a job of its own. end: the whole job is done. retry: this node once more.",
			oneOf(Types()...)),
		"value": value,
	})
}

func toolCallsSchema() map[string]any {
	argument := Object(map[string]any{"key": text(), "value": text()})
	call := Object(map[string]any{
		"id":   described("A name for this call that no other one has.", text()),
		"name": described("The name of the tool.", text()),
		"arguments": described("The arguments, each with its key; all values are texts.",
			map[string]any{"type": "array", "items": argument}),
		"server_name": described("The server that has the tool, or nothing.", text()),
		"type":        described("The form of the call.", oneOf(CallTypes()...)),
	})
	call["title"] = "MCP Tool Call schema"
	all := titled("MCP Tool Calls list", "The tools to call before this node can answer.", list(call))
	all["additionalProperties"] = false
	return all
}

func text() map[string]any { return map[string]any{"type": "string"} }

func oneOf(values ...string) map[string]any { return map[string]any{"type": "string", "enum": values} }

func list(items map[string]any) map[string]any {
	return map[string]any{"type": "array", "items": items}
}

func described(says string, schema map[string]any) map[string]any {
	schema["description"] = says
	return schema
}

func titled(title, says string, schema map[string]any) map[string]any {
	schema["title"] = title
	return described(says, schema)
}
