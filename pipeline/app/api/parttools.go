package api

import (
	"encoding/json"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// tools takes the tools out of a body. What they say besides name, description and parameters stays in the member, as
// an object by their names.
func (p *partReader) tools(body *object, key string) []pipeline.Tool {
	items, ok := list(body.has(key))
	if !ok || len(items) == 0 {
		return nil
	}
	var tools []pipeline.Tool
	rests := partToolRests{object{members: map[string]json.RawMessage{}}, map[string]int{}}
	for _, item := range items {
		o, err := splitObject(item)
		if err != nil {
			rests.add("", p.canonical(item))
			continue
		}
		t := p.tool(o)
		tools = append(tools, t)
		rests.add(t.Name, p.rest(o))
	}
	partPut(body, key, p.rest(&rests.object))
	return tools
}

// partToolRests are what is left of tools, by their names.
type partToolRests struct {
	object
	count map[string]int // how many of a name there are
}

// add keeps what is left of a tool; of those of one name the second is NAME#2.
func (r *partToolRests) add(name string, rest json.RawMessage) {
	if rest == nil {
		return
	}
	key := name
	if r.count[name]++; r.count[name] > 1 {
		key = name + "#" + strconv.Itoa(r.count[name])
	}
	for r.has(key) != nil { // another tool has that very name
		r.count[name]++
		key = name + "#" + strconv.Itoa(r.count[name])
	}
	partPut(&r.object, key, rest)
}

// tool takes a tool out of its object, or out of the object in it that its type names. A tool of the provider's own has
// no name but its type.
func (p *partReader) tool(o *object) pipeline.Tool {
	kind, _ := partText(o.has("type"))
	if kind == "function" {
		o.take("type")
	}
	var t pipeline.Tool
	if inner, err := splitObject(o.has(kind)); err == nil && kind != "" {
		t = p.named(inner)
		partPut(o, kind, p.rest(inner))
	} else {
		t = p.named(o)
	}
	if t.Name == "" && kind != "function" {
		t.Name, _ = o.takeText("type")
	}
	return t
}

// named takes out what a tool is called, what it is for, and what it takes.
func (p *partReader) named(o *object) (t pipeline.Tool) {
	t.Name, _ = o.takeText("name")
	t.Description, _ = o.takeText("description")
	if schema := o.has("parameters"); len(schema) > 0 && schema[0] == '{' {
		t.Parameters = p.canonical(o.take("parameters"))
	}
	return t
}
