package provider

import (
	"encoding/json"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Tools returns the tools of a body, each taken out of its object by take. What is left of them stays in the body, by
// their names.
func Tools(body *jsonvalue.Object, take func(*jsonvalue.Object) (pipeline.Tool, error)) ([]pipeline.Tool, error) {
	items, ok := jsonvalue.SplitList(body.Get("tools"))
	if !ok || len(items) == 0 {
		return nil, nil
	}
	body.Take("tools")
	var tools []pipeline.Tool
	left := NewToolRests()
	for _, raw := range items {
		o, err := jsonvalue.SplitObject(raw)
		if err != nil {
			left.Add("", raw)
			continue
		}
		tool, err := take(o)
		if err != nil {
			return nil, err
		}
		tools = append(tools, tool)
		left.Add(tool.Name, o.Raw())
	}
	body.Put("tools", left.Object.Raw())
	return tools, nil
}

// Tool takes a tool out of the object that describes it. A tool of the provider's own without a name is called by its
// type.
func Tool(o *jsonvalue.Object, schema string) (tool pipeline.Tool, err error) {
	tool.Name, tool.Description = o.TakeSaid("name"), o.TakeSaid("description")
	if tool.Name == "" && o.Get("name") == nil {
		tool.Name = o.TakeSaid("type")
	}
	if raw := o.Get(schema); len(raw) > 0 && raw[0] == '{' {
		tool.Parameters, err = jsonvalue.CanonicalValid(o.Take(schema))
	}
	return tool, err
}

// ToolRests has what is left of tools, by their names.
type ToolRests struct {
	Object *jsonvalue.Object // what is left, by the names of tools
	count  map[string]int    // number of tools of a name
}

// NewToolRests returns empty rests.
func NewToolRests() *ToolRests {
	return &ToolRests{jsonvalue.NewObject(), map[string]int{}}
}

// Add keeps what is left of a tool; the second tool of a name is NAME#2.
func (r *ToolRests) Add(name string, rest json.RawMessage) {
	if rest == nil {
		return
	}
	key := name
	if r.count[name]++; r.count[name] > 1 {
		key = name + "#" + strconv.Itoa(r.count[name])
	}
	for r.Object.Get(key) != nil { // another tool has this very name
		r.count[name]++
		key = name + "#" + strconv.Itoa(r.count[name])
	}
	r.Object.Put(key, rest)
}
