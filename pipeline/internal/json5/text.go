package json5

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// key reads a member's name: a string, or a JavaScript identifier.
func (p *parser) key() (string, error) {
	if c := p.peek(); c == '"' || c == '\'' {
		return p.str()
	}
	var b strings.Builder
	for {
		before := p.at
		r, ok := p.next()
		if ok && r == '\\' {
			if !p.take("u") {
				return "", errors.New("an escape in a key that is not \\u")
			}
			var err error
			if r, err = p.hex(4); err != nil {
				return "", err
			}
		}
		if !ok || !isName(r, b.Len() == 0) {
			p.at = before
			break
		}
		b.WriteRune(r)
	}
	if b.Len() == 0 {
		return "", errors.New("no key")
	}
	return b.String(), nil
}

// isName reports whether r may occur in an identifier, or begin it.
func isName(r rune, first bool) bool {
	if r == '$' || r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) {
		return true
	}
	return !first && (unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc) || r == '\u200c' || r == '\u200d')
}

func (p *parser) str() (string, error) {
	quote, _ := p.next()
	var b strings.Builder
	for {
		r, ok := p.next()
		switch {
		case !ok:
			return "", errors.New("a text without its end")
		case r == quote:
			return b.String(), nil
		case r == '\n' || r == '\r':
			return "", errors.New("a line end in a text")
		case r == '\\':
			if err := p.escape(&b); err != nil {
				return "", err
			}
		default:
			b.WriteRune(r)
		}
	}
}

// escape reads the rest of an escape after its backslash. An escaped line ending is dropped.
func (p *parser) escape(b *strings.Builder) error {
	r, ok := p.next()
	if i := strings.IndexRune("bfnrtv", r); ok && i >= 0 {
		b.WriteByte("\b\f\n\r\t\v"[i])
		return nil
	}
	var err error
	switch {
	case !ok:
		return errors.New("a text without its end")
	case r == '\n' || r == '\u2028' || r == '\u2029':
		return nil
	case r == '\r':
		p.take("\n")
		return nil
	case r == '0' && (p.peek() < '0' || p.peek() > '9'):
		r = 0
	case r >= '0' && r <= '9':
		return errors.New("an octal escape")
	case r == 'x':
		r, err = p.hex(2)
	case r == 'u':
		r, err = p.unit()
	}
	b.WriteRune(r)
	return err
}

// unit reads the four digits of a \u, and those of the second half if it is the first of a surrogate pair.
func (p *parser) unit() (rune, error) {
	r, err := p.hex(4)
	if err != nil || !utf16.IsSurrogate(r) {
		return r, err
	}
	before := p.at
	if p.take(`\u`) {
		low, err := p.hex(4)
		if pair := utf16.DecodeRune(r, low); err == nil && pair != unicode.ReplacementChar {
			return pair, nil
		}
	}
	p.at = before
	return unicode.ReplacementChar, nil
}

func (p *parser) hex(n int) (rune, error) {
	digits := p.rest()[:min(n, len(p.rest()))]
	v, err := strconv.ParseUint(digits, 16, 16)
	if err != nil || len(digits) < n {
		return 0, errors.New("an escape without its hex digits")
	}
	p.at += n
	return rune(v), nil
}
