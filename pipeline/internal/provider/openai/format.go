package openai

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// format takes the format of the answer out of a member: any JSON, or JSON of a schema, which stands in the member
// json_schema or beside the type. The rest stays in the member, and so does a format of another type.
func (p *reader) format(holder *jsonvalue.Object, key string, b *provider.Body) {
	o, err := jsonvalue.SplitObject(holder.Get(key))
	if err != nil {
		return
	}
	switch {
	case o.IsText("type", "json_object"):
		b.Request.Format = json.RawMessage(`"json"`)
	case !o.IsText("type", "json_schema"):
		return
	default:
		if !p.schema(o, b) {
			return
		}
	}
	o.Take("type")
	holder.Put(key, p.rest(o))
}

// schema takes out the schema and its name; ok is false if there is none.
func (p *reader) schema(o *jsonvalue.Object, b *provider.Body) (ok bool) {
	const member = "json_schema"
	if inner, err := jsonvalue.SplitObject(o.Get(member)); err == nil {
		ok = p.schemaOf(inner, b)
		o.Put(member, p.rest(inner))
		return ok
	}
	return p.schemaOf(o, b)
}

func (p *reader) schemaOf(o *jsonvalue.Object, b *provider.Body) (ok bool) {
	schema := o.Get("schema")
	if len(schema) == 0 || schema[0] != '{' {
		return false
	}
	b.Request.Format = p.canonical(o.Take("schema"))
	b.FormatName, _ = o.TakeText("name")
	return true
}
