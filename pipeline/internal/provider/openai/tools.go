package openai

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// functions is the key of tools in an older form, which has no types.
const functions = "functions"

// tools takes the tools out of a body. What they say besides name, description and parameters stays in the member, as
// an object by their names.
func (p *reader) tools(body *jsonvalue.Object, key string) []pipeline.Tool {
	items, ok := jsonvalue.SplitList(body.Get(key))
	if !ok || len(items) == 0 {
		return nil
	}
	var tools []pipeline.Tool
	rests := provider.NewToolRests()
	for _, item := range items {
		o, err := jsonvalue.SplitObject(item)
		if err != nil {
			rests.Add("", p.canonical(item))
			continue
		}
		untyped := key != functions && o.Get("type") == nil
		t := p.tool(o)
		if untyped {
			o.Missed("type")
		}
		tools = append(tools, t)
		rests.Add(t.Name, p.rest(o))
	}
	if body.Put(key, p.rest(rests.Object)); key == functions && body.Get(key) == nil {
		body.Put(key, json.RawMessage("{}")) // else they were tools
	}
	return tools
}

// tool takes a tool out of its object, or out of the object in it that its type names. A tool of the provider's own has
// no name but its type.
func (p *reader) tool(o *jsonvalue.Object) pipeline.Tool {
	kind, _ := jsonvalue.Text(o.Get("type"))
	if kind == "function" {
		o.Take("type")
	}
	var t pipeline.Tool
	if inner, err := jsonvalue.SplitObject(o.Get(kind)); err == nil && kind != "" {
		t = p.named(inner)
		if o.Put(kind, p.rest(inner)); p.responses {
			o.Missed(kind) // its tools have no such object, and so say nothing in it
		}
	} else {
		t = p.named(o)
		if kind == "function" && !p.responses {
			o.Missed(kind)
		}
	}
	if t.Name == "" && kind != "function" {
		t.Name = o.TakeSaid("type")
	}
	return t
}

// named takes out what a tool is called, what it is for, and what it takes.
func (p *reader) named(o *jsonvalue.Object) (t pipeline.Tool) {
	t.Name, t.Description = o.TakeSaid("name"), o.TakeSaid("description")
	if schema := o.Get("parameters"); len(schema) > 0 && schema[0] == '{' {
		t.Parameters = p.canonical(o.Take("parameters"))
	}
	return t
}
