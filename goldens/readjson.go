package goldens

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"go.yaml.in/yaml/v4"
)

// json reads a JSON value back into its canonical form.
func (r *reader) json(n *yaml.Node) (json.RawMessage, error) {
	return r.appendJSON(nil, n)
}

// appendJSON recurses no deeper than the parser's limit on nesting.
func (r *reader) appendJSON(b []byte, n *yaml.Node) ([]byte, error) {
	if err := r.plainly(n, n.Kind, "JSON"); err != nil {
		return nil, err
	}
	switch n.Kind {
	case yaml.ScalarNode:
		return r.appendJSONScalar(b, n)
	case yaml.SequenceNode:
		return r.appendJSONItems(append(b, '['), n, ']')
	case yaml.MappingNode:
		return r.appendJSONItems(append(b, '{'), n, '}')
	}
	return nil, r.fail(n, "want JSON")
}

// appendJSONItems appends a list's items, or keys and values in turn.
func (r *reader) appendJSONItems(b []byte, n *yaml.Node, end byte) ([]byte, error) {
	for i, item := range n.Content {
		isValue := end == '}' && i%2 == 1
		isKey := end == '}' && i%2 == 0
		switch {
		case isKey && (item.Kind != yaml.ScalarNode || bare(item)):
			return nil, r.fail(item, "want a JSON key in quotes")
		case isValue:
			b = append(b, ':')
		case i > 0:
			b = append(b, ',')
		}
		var err error
		if b, err = r.appendJSON(b, item); err != nil {
			return nil, err
		}
	}
	return append(b, end), nil
}

func (r *reader) appendJSONScalar(b []byte, n *yaml.Node) ([]byte, error) {
	if !bare(n) {
		return jsonvalue.AppendString(b, n.Value), nil
	}
	if !json.Valid([]byte(n.Value)) { // numbers, true, false, null: nothing else is a plain scalar
		return nil, r.fail(n, "want JSON, not %.40q without quotes", n.Value)
	}
	return append(b, n.Value...), nil
}
