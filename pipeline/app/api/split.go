package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// What stands in this file reads JSON that is valid, in one glance over its bytes: a body is checked once, and then
// taken apart again and again.

// splitComma is where the value or key behind the next comma begins, or the end of the list or object.
func splitComma(raw []byte, i int) int {
	i = splitBlanks(raw, i)
	if i < len(raw) && raw[i] == ',' {
		i = splitBlanks(raw, i+1)
	}
	return i
}

// splitBlanks is where the blanks from i on end.
func splitBlanks(raw []byte, i int) int {
	for i < len(raw) && (raw[i] == ' ' || raw[i] == '\n' || raw[i] == '\t' || raw[i] == '\r') {
		i++
	}
	return min(i, len(raw))
}

// splitText is where the string ends that begins at i.
func splitText(raw []byte, i int) int {
	for end := i + 1; ; end++ {
		quote := bytes.IndexByte(raw[end:], '"')
		if quote < 0 {
			return len(raw)
		}
		end += quote
		slashes := 0
		for raw[end-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return end + 1
		}
	}
}

// splitValue is where the value ends that begins at i.
func splitValue(raw []byte, i int) int {
	for depth := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			i = splitText(raw, i) - 1
		case '{', '[':
			depth++
			continue
		case '}', ']':
			depth--
		default:
			if depth > 0 {
				continue
			}
			if n := bytes.IndexAny(raw[i:], ",]} \n\t\r"); n >= 0 {
				return i + n
			}
			return len(raw)
		}
		if depth <= 0 {
			return i + 1
		}
	}
	return len(raw)
}

// splitDepth is how deep JSON may be nested that is read whole, as in jsonvalue.
const splitDepth = 1000

// splitCanonical is jsonvalue.Canonical for a value that is valid.
func splitCanonical(raw json.RawMessage) (json.RawMessage, error) {
	b, depth := make([]byte, 0, len(raw)), 0
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; c {
		case ' ', '\n', '\t', '\r':
			continue
		case '"':
			end := splitText(raw, i)
			b = splitAppendText(b, raw[i:end])
			i = end - 1
			continue
		case '{', '[':
			if depth++; depth > splitDepth {
				return nil, errors.New("JSON nested too deep")
			}
		case '}', ']':
			depth--
		}
		b = append(b, raw[i])
	}
	return b, nil
}

// splitAppendText appends a string in its canonical spelling.
func splitAppendText(b []byte, raw json.RawMessage) []byte {
	if splitPlain(raw) {
		return append(b, raw...)
	}
	text, _ := partText(raw)
	return jsonvalue.AppendString(b, text)
}

// splitPlain reports whether a string says what its bytes say.
func splitPlain(raw []byte) bool { return bytes.IndexByte(raw, '\\') < 0 && utf8.Valid(raw) }

// partText is the text of a JSON string; ok is false for all else.
func partText(raw json.RawMessage) (text string, ok bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return "", false
	}
	if splitPlain(raw) {
		return string(raw[1 : len(raw)-1]), true
	}
	if text, ok := splitUnescaped(raw[1 : len(raw)-1]); ok {
		return text, true
	}
	err := json.Unmarshal(raw, &text)
	return text, err == nil
}

// splitName is the text of a key. Those that stand in each message take no memory.
func splitName(raw json.RawMessage) string {
	switch string(raw) {
	case `"role"`:
		return "role"
	case `"content"`:
		return "content"
	case `"type"`:
		return "type"
	case `"text"`:
		return "text"
	case `"id"`:
		return "id"
	case `"name"`:
		return "name"
	case `"arguments"`:
		return "arguments"
	}
	name, _ := partText(raw)
	return name
}

// splitUnescaped is the text of what stands between quotes, where all escapes are of one letter; else ok is false.
func splitUnescaped(raw []byte) (text string, ok bool) {
	if !utf8.Valid(raw) {
		return "", false
	}
	b := make([]byte, 0, len(raw))
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			return string(append(b, raw...)), true
		}
		letter := -1
		if i+1 < len(raw) {
			letter = strings.IndexByte(`"\/nrtbf`, raw[i+1])
		}
		if letter < 0 {
			return "", false
		}
		b = append(append(b, raw[:i]...), "\"\\/\n\r\t\b\f"[letter])
		raw = raw[i+2:]
	}
}
