package openai

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// functions is the key of tools in an older form without types.
const functions = "functions"

// tools takes the tools out of a body. Their members other than name, description and parameters stay, as an object by
// their names.
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
		body.Put(key, json.RawMessage("{}")) // else the parameters would be taken for tools
	}
	return tools
}

// tool takes a tool out of its object, or out of the member that its type names. A tool of the provider's own has no
// name but its type.
func (p *reader) tool(o *jsonvalue.Object) pipeline.Tool {
	kind, _ := jsonvalue.Text(o.Get("type"))
	if kind == "function" {
		o.Take("type")
	}
	var t pipeline.Tool
	if inner, err := jsonvalue.SplitObject(o.Get(kind)); err == nil && kind != "" {
		t = p.named(inner)
		if o.Put(kind, p.rest(inner)); p.responses {
			o.Missed(kind) // its tools have no such member, so its absence means nothing
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

// named takes out a tool's name, description and parameters.
func (p *reader) named(o *jsonvalue.Object) (t pipeline.Tool) {
	t.Name, t.Description = o.TakeSaid("name"), o.TakeSaid("description")
	if schema := o.Get("parameters"); len(schema) > 0 && schema[0] == '{' {
		t.Parameters = p.canonical(o.Take("parameters"))
	}
	return t
}
