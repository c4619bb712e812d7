package python

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Loads parses a text as json.loads does: one JSON value, strictly, in the spelling of jsonvalue.Canonical, without
// duplicate keys: of these the last value counts, in the place of the first, as in a dict. NaN and Infinity, which
// Python accepts, are rejected: they are not JSON, and no prompt could show them as such.
func Loads(text string) (json.RawMessage, error) {
	raw := []byte(text)
	if !json.Valid(raw) { // the decoder below would take "1 2" for a beginning
		return nil, errors.New("not one JSON value")
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	v, err := load(dec, 0)
	if err != nil {
		return nil, err
	}
	return v.appendTo(make([]byte, 0, len(raw))), nil
}

// maxDepth is the maximum nesting depth of lists and objects; Python gives up at about the same depth.
const maxDepth = 900

// node is a value: a scalar in its own spelling, a list, or an object by its keys.
type node struct {
	scalar []byte
	begin  json.Delim
	keys   []string
	items  []node
}

func load(dec *json.Decoder, depth int) (node, error) {
	if depth > maxDepth {
		return node{}, fmt.Errorf("JSON nested deeper than %d", maxDepth)
	}
	token, err := dec.Token()
	if err != nil {
		return node{}, err
	}
	switch t := token.(type) {
	case json.Delim:
		n := node{begin: t}
		if err := n.fill(dec, depth); err != nil {
			return node{}, err
		}
		_, err := dec.Token() // its end
		return n, err
	case string:
		return node{scalar: jsonvalue.AppendString(nil, t)}, nil
	case json.Number:
		return node{scalar: []byte(t)}, nil
	case nil:
		return node{scalar: []byte("null")}, nil
	}
	return node{scalar: fmt.Append(nil, token)}, nil
}

// fill reads the contents of a list or an object.
func (n *node) fill(dec *json.Decoder, depth int) error {
	at := map[string]int{}
	for dec.More() {
		var key string
		if n.begin == '{' {
			token, err := dec.Token()
			if err != nil {
				return err
			}
			key = token.(string)
		}
		item, err := load(dec, depth+1)
		if err != nil {
			return err
		}
		if i, twice := at[key]; twice && n.begin == '{' {
			n.items[i] = item
			continue
		}
		at[key] = len(n.items)
		n.keys, n.items = append(n.keys, key), append(n.items, item)
	}
	return nil
}

func (n *node) appendTo(b []byte) []byte {
	if n.begin == 0 {
		return append(b, n.scalar...)
	}
	b = append(b, byte(n.begin))
	for i := range n.items {
		if i > 0 {
			b = append(b, ',')
		}
		if n.begin == '{' {
			b = append(jsonvalue.AppendString(b, n.keys[i]), ':')
		}
		b = n.items[i].appendTo(b)
	}
	return append(b, byte(n.begin+2)) // ] and } are two code points after [ and {
}
