package api

import (
	"encoding/json"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// anthropicSystem is the message in front of the others; none where the body has no system text.
func anthropicSystem(body *object) ([]pipeline.Message, error) {
	raw := body.has("system")
	if items, ok := list(raw); anthropicText(raw) == "" && (!ok || len(items) == 0) {
		return nil, nil
	}
	body.take("system")
	o := partMember("content", raw)
	content, err := anthropicContentOf(o, pipeline.RoleSystem)
	if err != nil {
		return nil, err
	}
	m := pipeline.Message{Role: pipeline.RoleSystem, Sections: content.sections}
	if m.Fields, err = o.rest(); err != nil {
		return nil, err
	}
	return []pipeline.Message{m}, nil
}

// anthropicMessage is what one message of a body says: the results of tools in it, and the message itself where it says
// anything else.
func anthropicMessage(raw json.RawMessage) ([]pipeline.Message, error) {
	o, m := anthropicOpen(raw)
	content, err := anthropicContentOf(o, m.Role)
	if err != nil {
		return nil, err
	}
	m.Sections, m.ToolCalls = content.sections, content.calls
	if m.Fields, err = o.rest(); err != nil {
		return nil, err
	}
	if len(content.results) > 0 && len(m.Sections) == 0 && m.Fields == nil {
		return content.results, nil
	}
	return append(content.results, m), nil
}

// anthropicOpen is an item of messages, and the message that is to be made of it, with its role. A role that nobody
// knows stays in the object, and a user says the message; so it is with an item that is no object.
func anthropicOpen(raw json.RawMessage) (*object, pipeline.Message) {
	o, err := splitObject(raw)
	if err != nil {
		o = partMember("message", raw)
	}
	role := anthropicText(o.has("role"))
	if !slices.Contains(pipeline.Roles(), role) {
		return o, pipeline.Message{Role: pipeline.RoleUser}
	}
	o.take("role")
	return o, pipeline.Message{Role: role}
}

// anthropicTools are the tools of a body, each as take takes it out of its object. What is left of them stays in the
// body, by their names.
func anthropicTools(body *object, take func(*object) (pipeline.Tool, error)) ([]pipeline.Tool, error) {
	items, ok := list(body.has("tools"))
	if !ok || len(items) == 0 {
		return nil, nil
	}
	body.take("tools")
	var tools []pipeline.Tool
	left := partToolRests{object{members: map[string]json.RawMessage{}}, map[string]int{}}
	for _, raw := range items {
		o, err := splitObject(raw)
		if err != nil {
			left.add("", raw)
			continue
		}
		tool, err := take(o)
		if err != nil {
			return nil, err
		}
		tools = append(tools, tool)
		left.add(tool.Name, anthropicRaw(o))
	}
	partPut(body, "tools", anthropicRaw(&left.object))
	return tools, nil
}

// anthropicTool takes a tool out of the object that describes it. A tool of the provider's own that has no name goes by
// its type.
func anthropicTool(o *object, schema string) (tool pipeline.Tool, err error) {
	tool.Name, _ = o.takeText("name")
	tool.Description, _ = o.takeText("description")
	if tool.Name == "" && o.has("name") == nil {
		tool.Name, _ = o.takeText("type")
	}
	if raw := o.has(schema); len(raw) > 0 && raw[0] == '{' {
		tool.Parameters, err = splitCanonical(o.take(schema))
	}
	return tool, err
}

// anthropicFormat takes out the JSON Schema that an answer has to fit.
func anthropicFormat(b *Body, body *object) (err error) {
	take := func(o *object) {
		schema := o.has("schema")
		if b.Request.Format == nil && o.isText("type", "json_schema") && len(schema) > 0 && schema[0] == '{' {
			b.Request.Format, err = splitCanonical(o.take("schema"))
			b.FormatName, _ = o.takeText("name")
			o.take("type")
		}
	}
	anthropicMember(body, "output_config", func(o *object) { anthropicMember(o, "format", take) })
	anthropicMember(body, "output_format", take)
	return err
}
