package agens

import (
	"io/fs"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// fields returns the data of a visit's prompts, before any tool call and refused answer; without resources.
func (v *visit) fields() message.Message {
	return message.Message{
		Description: inBlock(v.job.key + ".description").Of(v.job.Description),
		Objective:   inBlock(v.node.key + ".objective").Of(v.node.Objective),
		Nodes:       namesIn(v.job.key+".nodes", v.job.nodes),
		Jobs:        namesIn("subs", v.graph.subs),
		Context:     v.context(),
		ToolDefs:    toolDefs(v.node.tools),
		Input:       v.input,
		Previous:    v.thread.previous,
		Prefixes:    v.node.prefixes(),
	}
}

// namesIn returns the names of a map of the block, sorted.
func namesIn[V any](key string, all map[string]V) (names []any) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		names = append(names, message.Sourced{Value: name, Source: inBlock(key)})
	}
	return names
}

// context returns the serving's context for the node: that of the node's agent, else its own.
func (v *visit) context() pipeline.Pieces {
	serving, key := v.node.serving, "servings."+v.node.Node.Serving
	if text, ok := serving.Contexts[v.node.Agent]; ok && v.node.Agent != "" {
		return inBlock(key + ".contexts." + v.node.Agent).Of(text)
	}
	return inBlock(key + ".context").Of(serving.Context)
}

// resources returns the node's loadable resources: each is a file of the case. It reports each.
func (v *visit) resources() []message.Resource {
	var all []message.Resource
	for _, r := range v.node.Resources {
		file := r.File
		if file == "" {
			file = r.URI
		}
		text, err := readFile(v.files, file)
		v.rt.Event(eventResource, map[string]any{"node_id": v.node.name, "uri": r.URI, "loaded": err == nil})
		if err == nil {
			all = append(all, message.Resource{
				URI:     inBlock(v.node.key + ".resources").Of(r.URI),
				Content: pipeline.CaseText("files." + file).Of(text),
			})
		}
	}
	return all
}

func readFile(files fs.FS, name string) (string, error) {
	if files == nil {
		return "", fs.ErrNotExist
	}
	raw, err := fs.ReadFile(files, name)
	return string(raw), err
}

// toolDefs returns tools for the prompt's list: name, description and the input schema, if any.
func toolDefs(tools []pipeline.Tool) []any {
	var all []any
	for _, t := range tools {
		def := map[string]any{"name": t.Name}
		if t.Description != "" {
			def["description"] = t.Description
		}
		if schema, err := jsonvalue.Parse(t.Parameters); err == nil && schema != nil {
			def["inputSchema"] = schema
		}
		all = append(all, message.Sourced{Value: def, Source: t.Source()})
	}
	return all
}

// prefixes returns those of the node's serving (G2).
func (n *node) prefixes() message.Prefixes {
	from, p := "servings."+n.Node.Serving+".prefixes.", n.serving.Prefixes
	of := func(key string, given *Prefix) *message.Prefix {
		if given == nil {
			return nil
		}
		return &message.Prefix{
			Heading: inBlock(from + key + ".heading").Of(given.Heading),
			Detail:  inBlock(from + key + ".detail").Of(given.Detail),
		}
	}
	return message.Prefixes{
		Context: of("context", p.Context), Description: of("description", p.Description),
		Objective: of("objective", p.Objective), Input: of("input", p.Input),
		Previous: of("previous_result", p.Previous), Retry: of("retry", p.Retry),
		ToolDefs: of("tool_defs", p.ToolDefs), ToolCalls: of("tool_calls", p.ToolCalls),
		ToolResults: of("tool_results", p.ToolResults), Resources: of("resources", p.Resources),
	}
}
