package suites

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/theory/jsonpath"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
)

// holds says whether a JSON value has everything that want names: the keys of its maps, at any depth; lists and scalars are
// equal.
func holds(raw json.RawMessage, want *strict.Node) bool {
	var w, g any
	return raw != nil && json.NewDecoder(bytes.NewReader(raw)).Decode(&g) == nil && json.Unmarshal(want.JSON(), &w) == nil && subset(w, g)
}

func subset(want, got any) bool {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return false
		}
		for k, v := range w {
			if gv, has := g[k]; !has || !subset(v, gv) {
				return false
			}
		}
		return true
	case []any:
		g, ok := got.([]any)
		return ok && slices.EqualFunc(w, g, subset)
	}
	return reflect.DeepEqual(want, got)
}

// equalJSON says whether a text is the same JSON value as a node.
func equalJSON(text string, want *strict.Node) bool {
	var w, g any
	return json.Unmarshal([]byte(text), &g) == nil && json.Unmarshal(want.JSON(), &w) == nil && reflect.DeepEqual(w, g)
}

// nothingElse is how a schema reads other files: not at all. A schema comes with a fixture, and fixtures are foreign data.
type nothingElse struct{}

func (nothingElse) Load(url string) (any, error) {
	return nil, errors.New("a schema here refers to nothing outside of itself")
}

const schemaURL = "mem:///schema.json" // without a name of its own it would get that of the current folder

// schemaOf reads a JSON Schema; draft 2020-12 where it does not say.
func schemaOf(n *strict.Node) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(n.JSON()))
	if err != nil {
		return nil, n.Errorf("schema: %w", err)
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(nothingElse{})
	if err := c.AddResource(schemaURL, doc); err != nil {
		return nil, n.Errorf("schema: %w", err)
	}
	schema, err := c.Compile(schemaURL)
	if err != nil {
		return nil, n.Errorf("schema: %w", err)
	}
	return schema, nil
}

// against says what is wrong with a text by a JSON Schema; empty: nothing.
func against(schema *jsonschema.Schema, text string) string {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return "no JSON"
	}
	err = schema.Validate(doc)
	if e, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		return schemaErrors(e)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// schemaErrors are the places that do not fit, each with its JSON pointer.
func schemaErrors(e *jsonschema.ValidationError) string {
	var parts []string
	for _, unit := range e.BasicOutput().Errors {
		if unit.Error != nil {
			parts = append(parts, fmt.Sprintf("at %q %s", unit.InstanceLocation, unit.Error))
		}
	}
	if len(parts) == 0 {
		return e.Error()
	}
	return strings.Join(parts, "; ")
}

// find is what a JSONPath finds in a JSON text: one value, or the list of several.
func find(path, text string) (any, error) {
	p, err := jsonpath.Parse(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var doc any
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		return nil, nil // no JSON: nothing is found
	}
	found := p.Select(doc)
	switch len(found) {
	case 0:
		return nil, nil
	case 1:
		return found[0], nil
	}
	return []any(found), nil
}
