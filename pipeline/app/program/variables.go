package program

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
)

// expand replaces $NAME and ${NAME} in a text by what lookup returns, and $$ by one $. A $ in front of anything else
// stays. The first name that lookup does not know is the error.
func expand(text string, lookup func(name string) (string, error)) (string, error) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "$")
		b.WriteString(before)
		if !found {
			return b.String(), nil
		}
		name, after, err := variable(rest)
		switch {
		case err != nil:
			return "", err
		case name == "":
			b.WriteByte('$')
			text = strings.TrimPrefix(rest, "$")
			continue
		}
		value, err := lookup(name)
		if err != nil {
			return "", err
		}
		b.WriteString(value)
		text = after
	}
}

// variable reads the name behind a $; it is empty when none is there.
func variable(rest string) (name, after string, err error) {
	if braced, ok := strings.CutPrefix(rest, "{"); ok {
		name, after, closed := strings.Cut(braced, "}")
		if n := nameLength(name); !closed || n == 0 || n < len(name) {
			return "", "", fmt.Errorf("${%.40s: want ${NAME}, or $$ for a dollar sign", cut(braced, 40))
		}
		return name, after, nil
	}
	n := nameLength(rest)
	return rest[:n], rest[n:], nil
}

// nameLength returns the length in bytes of a text's leading name: letters, digits and underscores, no digit first.
func nameLength(text string) int {
	for i := range len(text) {
		c := text[i]
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return i
		}
	}
	return len(text)
}

// lookupIn looks names up in a map; the error names the nearest known one.
func lookupIn(values map[string]string) func(name string) (string, error) {
	return func(name string) (string, error) {
		if v, ok := values[name]; ok {
			return v, nil
		}
		return "", unknownVariable(name, sortedKeys(values))
	}
}

func unknownVariable(name string, known []string) error {
	for i, k := range known {
		known[i] = "$" + k
	}
	return fmt.Errorf("there is no variable $%s%s", cut(name, 60), wording.Hint("$"+name, known))
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
