package skills

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

const maxDepth = 100 // nested lists and maps

// yaml reads frontmatter that begins at a line of the file. Its error is an *Error of KindYAML.
func (p *parser) yaml(front string, line int) (Frontmatter, error) {
	fields, repeated, err := readYAML(front, line)
	if err != nil {
		joined, n := joinSurrogates(front)
		if n == 0 {
			return nil, err
		}
		if fields, repeated, err = readYAML(joined, line); err != nil {
			return nil, err
		}
		p.mended(MendedEscape, "%s of \\u escapes read as one character each", count(n, "pair"))
	}
	if len(repeated) > 0 && p.policy == Strict {
		return nil, drop(KindYAML, repeated[0].line, "the key %q appears twice", clip(repeated[0].key))
	}
	for _, r := range repeated {
		p.mended(MendedKey, "line %d: the key %q appears twice, the first counts", r.line, clip(r.key))
	}
	return fields, nil
}

// readYAML reads a map that begins at a line of the file. Comments alone are an empty map.
func readYAML(front string, line int) (Frontmatter, []repeat, error) {
	l, err := yaml.NewLoader(strings.NewReader(front),
		yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthValue(maxDepth))))
	if err != nil {
		return nil, nil, drop(KindYAML, line, "%w", err)
	}
	var doc, second yaml.Node
	if err := l.Load(&doc); errors.Is(err, io.EOF) {
		return nil, nil, nil
	} else if err != nil {
		return nil, nil, yamlError(err, line)
	}
	if err := l.Load(&second); !errors.Is(err, io.EOF) {
		return nil, nil, drop(KindYAML, line, "more than one YAML document")
	}
	c := composer{line: line}
	fields, err := c.top(doc.Content[0])
	return fields, c.repeated, err
}

// yamlError adds the line in the file to an error of the YAML parser.
func yamlError(err error, line int) error {
	var load *yaml.LoadError
	if !errors.As(err, &load) {
		return drop(KindYAML, line, "%w", err)
	}
	return drop(KindYAML, line+max(load.Mark.Line-1, 0), "%s", load.Message)
}

// repeat is a duplicate key.
type repeat struct {
	key  string
	line int
}

// composer turns YAML nodes into JSON. Anchors, aliases and tags are errors: in a SKILL.md they are never intended, but
// result from a text that begins with &, * or !.
type composer struct {
	line     int // of the file, at which the YAML begins
	repeated []repeat
}

func (c *composer) errorf(n *yaml.Node, format string, args ...any) error {
	return drop(KindYAML, c.line+n.Line-1, format, args...)
}

func (c *composer) top(n *yaml.Node) (Frontmatter, error) {
	if n.Kind == yaml.ScalarNode && n.Value == "" && n.Style == 0 && n.Anchor == "" {
		return nil, nil
	}
	if n.Kind != yaml.MappingNode {
		return nil, c.errorf(n, "the frontmatter is no map of keys and values")
	}
	return c.fields(n)
}

func (c *composer) fields(n *yaml.Node) (Frontmatter, error) {
	var f collector
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		if k.Kind != yaml.ScalarNode {
			return nil, c.errorf(k, "a key that is no text")
		}
		v, err := c.value(n.Content[i+1])
		if err != nil {
			return nil, err
		}
		if !f.add(Field{Key: k.Value, Value: v}) {
			c.repeated = append(c.repeated, repeat{k.Value, c.line + k.Line - 1})
		}
	}
	return f.list, nil
}

func (c *composer) value(n *yaml.Node) (json.RawMessage, error) {
	switch {
	case n.Kind == yaml.AliasNode:
		return nil, c.errorf(n, "an alias: *%s", clip(n.Value))
	case n.Anchor != "":
		return nil, c.errorf(n, "an anchor: &%s", clip(n.Anchor))
	case n.Style&yaml.TaggedStyle != 0:
		return nil, c.errorf(n, "a tag: %s", clip(n.Tag))
	case n.Kind == yaml.SequenceNode:
		return c.list(n)
	case n.Kind == yaml.MappingNode:
		f, err := c.fields(n)
		if err != nil {
			return nil, err
		}
		return f.MarshalJSON()
	case n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return jsonvalue.AppendString(nil, n.Value), nil
	}
	return plain(n.Value), nil
}

func (c *composer) list(n *yaml.Node) (json.RawMessage, error) {
	b := []byte{'['}
	for i, item := range n.Content {
		if i > 0 {
			b = append(b, ',')
		}
		v, err := c.value(item)
		if err != nil {
			return nil, err
		}
		b = append(b, v...)
	}
	return append(b, ']'), nil
}

// count returns a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
