package openai

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/api/jsonobject"
	"github.com/beaver-eval/beaver-eval/pipeline/app/api/msgpart"
)

// tools takes the tools out of a body. What they say besides name, description and parameters stays in the member, as
// an object by their names.
func (p *reader) tools(body *jsonobject.Object, key string) []pipeline.Tool {
	items, ok := jsonobject.List(body.Get(key))
	if !ok || len(items) == 0 {
		return nil
	}
	var tools []pipeline.Tool
	rests := msgpart.NewToolRests()
	for _, item := range items {
		o, err := jsonobject.Split(item)
		if err != nil {
			rests.Add("", p.canonical(item))
			continue
		}
		t := p.tool(o)
		tools = append(tools, t)
		rests.Add(t.Name, p.rest(o))
	}
	body.Put(key, p.rest(rests.Object))
	return tools
}

// tool takes a tool out of its object, or out of the object in it that its type names. A tool of the provider's own has
// no name but its type.
func (p *reader) tool(o *jsonobject.Object) pipeline.Tool {
	kind, _ := jsonobject.Text(o.Get("type"))
	if kind == "function" {
		o.Take("type")
	}
	var t pipeline.Tool
	if inner, err := jsonobject.Split(o.Get(kind)); err == nil && kind != "" {
		t = p.named(inner)
		o.Put(kind, p.rest(inner))
	} else {
		t = p.named(o)
	}
	if t.Name == "" && kind != "function" {
		t.Name, _ = o.TakeText("type")
	}
	return t
}

// named takes out what a tool is called, what it is for, and what it takes.
func (p *reader) named(o *jsonobject.Object) (t pipeline.Tool) {
	t.Name, _ = o.TakeText("name")
	t.Description, _ = o.TakeText("description")
	if schema := o.Get("parameters"); len(schema) > 0 && schema[0] == '{' {
		t.Parameters = p.canonical(o.Take("parameters"))
	}
	return t
}
