// Package jsonvalue writes JSON values in one spelling, reads and compares them by meaning, and splits objects member
// by member.
package jsonvalue

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Canonical rewrites one JSON value without blanks, with its keys in the order and its numbers in the spelling of
// the source, and with strings escaped only where JSON demands it. Two spellings of one value that differ in blanks or
// escapes give the same bytes. Its error is about syntax; nothing else is checked.
func Canonical(raw []byte) (json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var b bytes.Buffer
	b.Grow(len(raw))
	if err := canonValue(dec, &b, 0); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one JSON value")
	}
	return b.Bytes(), nil
}

const maxDepth = 1000

func canonValue(dec *json.Decoder, b *bytes.Buffer, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("JSON nested deeper than %d", maxDepth)
	}
	t, err := token(dec)
	if err != nil {
		return err
	}
	switch t := t.(type) {
	case json.Delim:
		b.WriteByte(byte(t))
		for n := 0; dec.More(); n++ {
			if n > 0 {
				b.WriteByte(',')
			}
			if t == '{' {
				if err := canonValue(dec, b, depth+1); err != nil {
					return err
				}
				b.WriteByte(':')
			}
			if err := canonValue(dec, b, depth+1); err != nil {
				return err
			}
		}
		end, err := token(dec)
		if err != nil {
			return err
		}
		b.WriteByte(byte(end.(json.Delim)))
	case string:
		b.Write(AppendString(nil, t))
	case json.Number:
		b.WriteString(t.String())
	case bool:
		fmt.Fprint(b, t)
	case nil:
		b.WriteString("null")
	}
	return nil
}

// token returns the next token of an unfinished value.
func token(dec *json.Decoder) (json.Token, error) {
	t, err := dec.Token()
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return t, err
}

// AppendString appends s as a JSON string: non-ASCII as it is, and only quote, backslash and control characters
// escaped.
func AppendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[start:i]...)
		start = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	b = append(b, s[start:]...)
	return append(b, '"')
}

// Escape returns a text for use between the quotes of a JSON string: most need no escapes. Invalid UTF-8 becomes
// U+FFFD, one for each byte.
func Escape(s string) string {
	plain := utf8.ValidString(s) && !strings.ContainsFunc(s,
		func(r rune) bool { return r < 0x20 || r == '"' || r == '\\' })
	if plain {
		return s
	}
	b := AppendString(nil, string([]rune(s))) // []rune repairs as encoding/json does
	return string(b[1 : len(b)-1])
}

// Marshal is encoding/json in the form of Canonical: no text that enters a prompt is escaped for HTML or JavaScript.
func Marshal(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	raw := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if onlyPlainEscapes(raw) { // almost always; the encoder writes no blanks
		return raw, nil
	}
	return Canonical(raw)
}

// onlyPlainEscapes reports whether every escape in valid JSON is one that Canonical writes in two characters.
func onlyPlainEscapes(raw []byte) bool {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		i++
		switch raw[i] {
		case '"', '\\', 'n', 'r', 't':
		default:
			return false
		}
	}
	return true
}
