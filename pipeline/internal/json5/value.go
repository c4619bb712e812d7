package json5

import (
	"errors"
	"fmt"
)

// maxDepth is the maximum nesting depth of lists and objects.
const maxDepth = 200

func parse(text string) (any, error) {
	p := &parser{text: text}
	v, err := p.value(0)
	if err == nil {
		err = p.blanks()
	}
	if err == nil && p.at < len(text) {
		err = errors.New("text behind the value")
	}
	if err != nil {
		return nil, fmt.Errorf("byte %d: %w", p.at, err)
	}
	return v, nil
}

func (p *parser) value(depth int) (any, error) {
	if err := p.blanks(); err != nil {
		return nil, err
	}
	if depth > maxDepth {
		return nil, fmt.Errorf("more than %d levels", maxDepth)
	}
	switch p.peek() {
	case '{':
		return p.object(depth)
	case '[':
		return p.list(depth)
	case '"', '\'':
		return p.str()
	}
	for word, v := range map[string]any{"null": nil, "true": true, "false": false} {
		if p.take(word) {
			return v, nil
		}
	}
	return p.number()
}

func (p *parser) list(depth int) (list, error) {
	all := list{}
	err := p.items(']', func() error {
		v, err := p.value(depth + 1)
		all = append(all, v)
		return err
	})
	return all, err
}

func (p *parser) object(depth int) (object, error) {
	all := object{}
	err := p.items('}', func() error {
		key, err := p.key()
		if err != nil {
			return err
		}
		if err := p.blanks(); err != nil {
			return err
		}
		if !p.take(":") {
			return errors.New("no colon behind a key")
		}
		v, err := p.value(depth + 1)
		all = append(all, member{key, v})
		return err
	})
	return all, err
}

// items reads the contents of a pair of brackets, separated by commas, with an optional trailing one.
func (p *parser) items(end byte, item func() error) error {
	p.at++
	for {
		if err := p.blanks(); err != nil {
			return err
		}
		if p.take(string(end)) {
			return nil
		}
		if err := item(); err != nil {
			return err
		}
		if err := p.blanks(); err != nil {
			return err
		}
		if !p.take(",") && p.peek() != end {
			return fmt.Errorf("neither a comma nor %q", end)
		}
	}
}
