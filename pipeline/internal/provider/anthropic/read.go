package anthropic

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// system returns the leading system message; none if the body has no system text.
func system(body *jsonvalue.Object) ([]pipeline.Message, error) {
	raw := body.Get("system")
	if items, ok := jsonvalue.SplitList(raw); jsonvalue.TextOf(raw) == "" && (!ok || len(items) == 0) {
		return nil, nil
	}
	body.Take("system")
	o := jsonvalue.ObjectOf("content", raw)
	content, err := contentOf(o, pipeline.RoleSystem)
	if err != nil {
		return nil, err
	}
	m := pipeline.Message{Role: pipeline.RoleSystem, Sections: content.sections}
	if m.Fields, err = o.Rest(); err != nil {
		return nil, err
	}
	return []pipeline.Message{m}, nil
}

// messageOf returns the messages of one message of a body: its tool results, and the message itself if it contains
// anything else.
func messageOf(raw json.RawMessage) ([]pipeline.Message, error) {
	o, m := provider.Open(raw)
	content, err := contentOf(o, m.Role)
	if err != nil {
		return nil, err
	}
	m.Sections, m.ToolCalls = content.sections, content.calls
	if m.Fields, err = o.Rest(); err != nil {
		return nil, err
	}
	if len(content.results) > 0 && len(m.Sections) == 0 && m.Fields == nil {
		return content.results, nil
	}
	return append(content.results, m), nil
}

// format takes out the JSON Schema that an answer has to match.
func format(b *provider.Body, body *jsonvalue.Object) (err error) {
	take := func(o *jsonvalue.Object) {
		schema := o.Get("schema")
		if b.Request.Format == nil && o.IsText("type", "json_schema") && len(schema) > 0 && schema[0] == '{' {
			b.Request.Format, err = jsonvalue.CanonicalValid(o.Take("schema"))
			b.FormatName, _ = o.TakeText("name")
			o.Take("type")
		}
	}
	body.Within("output_config", func(o *jsonvalue.Object) { o.Within("format", take) })
	body.Within("output_format", take)
	return err
}
