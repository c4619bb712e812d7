package goldens

import (
	"errors"
	"strconv"

	"go.yaml.in/yaml/v4"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// reader reads YAML nodes strictly: an unknown, repeated or missing key, and a value of another type, is an error with
// file and line.
type reader struct {
	name    string
	version int

	calls []Call         // read so far
	index map[string]int // of these calls, by path
	kept  []int          // how many messages each of them repeats from the call that it extends
	held  map[messageAt]map[string]heldText

	messages int // read so far, for maxMessages
	referred int // bytes, for maxReferred
}

var errUnknownKey = errors.New("unknown key")

func (r *reader) fail(n *yaml.Node, format string, args ...any) error {
	return pipeline.FileErrorf(r.name, n.Line, format, args...)
}

// fields passes each member of a mapping to f, which returns errUnknownKey for an unknown key. The required keys must
// be present.
func (r *reader) fields(n *yaml.Node, required []string, f func(key string, v *yaml.Node) error) error {
	if err := r.plainly(n, yaml.MappingNode, "a mapping"); err != nil {
		return err
	}
	seen := make(map[string]bool, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, err := r.text(n.Content[i])
		if err != nil {
			return err
		}
		if seen[key] {
			return r.fail(n.Content[i], "key %q appears twice", key)
		}
		seen[key] = true
		switch err := f(key, n.Content[i+1]); {
		case errors.Is(err, errUnknownKey):
			return r.fail(n.Content[i], "unknown key %q", key)
		case err != nil:
			return err
		}
	}
	for _, key := range required {
		if !seen[key] {
			return r.fail(n, "no key %q", key)
		}
	}
	return nil
}

// list passes each item to f. A missing node is an empty list.
func (r *reader) list(n *yaml.Node, f func(*yaml.Node) error) error {
	if n == nil {
		return nil
	}
	if err := r.plainly(n, yaml.SequenceNode, "a list"); err != nil {
		return err
	}
	for _, item := range n.Content {
		if err := f(item); err != nil {
			return err
		}
	}
	return nil
}

// text reads a string. A number, a boolean or null in YAML is not a string.
func (r *reader) text(n *yaml.Node) (string, error) {
	if err := r.plainly(n, yaml.ScalarNode, "text"); err != nil {
		return "", err
	}
	if tag := n.ShortTag(); tag != "!!str" {
		return "", r.fail(n, "want text in quotes, not %.40q", n.Value)
	}
	return n.Value, nil
}

func (r *reader) number(n *yaml.Node) (int, error) {
	if err := r.plainly(n, yaml.ScalarNode, "a number"); err != nil {
		return 0, err
	}
	i, err := strconv.Atoi(n.Value)
	if err != nil || !bare(n) {
		return 0, r.fail(n, "want a number, not %.40q", n.Value)
	}
	return i, nil
}

// plainly rejects another kind of node, and tags, anchors and aliases, which no golden has.
func (r *reader) plainly(n *yaml.Node, kind yaml.Kind, what string) error {
	if n.Kind != kind {
		return r.fail(n, "want %s", what)
	}
	if n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 {
		return r.fail(n, "want %s without anchor and tag", what)
	}
	return nil
}

// bare reports whether a scalar has no quotes.
func bare(n *yaml.Node) bool {
	return n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
}
