package api

import "encoding/json"

// format takes the format of the answer out of a member: any JSON, or JSON of a schema, which stands in the member
// json_schema or beside the type. What it says besides stays in the member, and so does a format of another type.
func (p *partReader) format(holder *object, key string, b *Body) {
	o, err := splitObject(holder.has(key))
	if err != nil {
		return
	}
	switch {
	case o.isText("type", "json_object"):
		b.Request.Format = json.RawMessage(`"json"`)
	case !o.isText("type", "json_schema"):
		return
	default:
		if !p.schema(o, b) {
			return
		}
	}
	o.take("type")
	partPut(holder, key, p.rest(o))
}

// schema takes the schema out and the name that the client gives it; ok is false when there is none.
func (p *partReader) schema(o *object, b *Body) (ok bool) {
	const member = "json_schema"
	if inner, err := splitObject(o.has(member)); err == nil {
		ok = p.schemaOf(inner, b)
		partPut(o, member, p.rest(inner))
		return ok
	}
	return p.schemaOf(o, b)
}

func (p *partReader) schemaOf(o *object, b *Body) (ok bool) {
	schema := o.has("schema")
	if len(schema) == 0 || schema[0] != '{' {
		return false
	}
	b.Request.Format = p.canonical(o.take("schema"))
	b.FormatName, _ = o.takeText("name")
	return true
}
