package secrets

import (
	"encoding/json"
	"strings"
)

// scrubs are rules for volatile text, which are applied one after the other.
type scrubs []Scrub

const (
	mostScrubs = 8       // passes over a text
	scrubRoom  = 1 << 16 // bytes that a text may grow by, beside its own length
)

// text is a text, whose secrets are masked, after the rules. They are applied until they change nothing; a text on
// which they never come to rest, or that would grow beyond measure, stays as it is. So what was scrubbed is not changed
// by scrubbing it again. mask masks what has become a secret.
func (rules scrubs) text(masked string, mask func(string) string) string {
	text, most := masked, 2*len(masked)+scrubRoom
	for range mostScrubs {
		next, ok := rules.once(text, most)
		if !ok {
			return masked
		}
		if next = mask(next); next == text {
			return text
		}
		text = next
	}
	return masked
}

// once applies each rule once. JSON stays JSON.
func (rules scrubs) once(text string, most int) (scrubbed string, ok bool) {
	scrubbed = text
	for _, r := range rules {
		if scrubbed, ok = r.replace(scrubbed, most); !ok {
			return text, false
		}
	}
	if scrubbed != text && breaksJSON(text, scrubbed) {
		return rules.json(text, most)
	}
	return scrubbed, true
}

// breaksJSON reports whether a list, an object or a string of JSON has become something that is no JSON.
func breaksJSON(before, after string) bool {
	start := strings.TrimLeft(before, " \t\r\n")
	return start != "" && strings.IndexByte(`{["`, start[0]) >= 0 && !json.Valid([]byte(after)) &&
		json.Valid([]byte(before))
}

// json scrubs each string and each number of JSON by itself, where a rule that is applied to all of it would break it:
// a time in a field, say, or a rule that reaches over a quotation mark. A number that becomes a text is one.
func (rules scrubs) json(text string, most int) (scrubbed string, ok bool) {
	var b strings.Builder
	for at := 0; at < len(text); {
		end := tokenEnd(text, at)
		token, ok := rules.token(text[at:end], most)
		if !ok {
			return text, false
		}
		b.WriteString(token)
		at = end
	}
	return b.String(), b.Len() <= most
}

// tokenEnd is where the string, the number or word, or the one character of JSON ends that begins at an offset.
func tokenEnd(text string, at int) int {
	if text[at] == '"' {
		return quote{mark: '"'}.closing(text, at+1) + 1
	}
	return max(at+1, numberOrWord.end(text, at))
}

var numberOrWord = charsetOf(digits + upper + lowerCase + "+-.")

func (rules scrubs) token(token string, most int) (scrubbed string, ok bool) {
	var text string
	switch {
	case token[0] == '"' && json.Unmarshal([]byte(token), &text) == nil:
	case isDigit(token[0]) || token[0] == '-':
		text = token
	default:
		return token, true
	}
	scrubbed, ok = rules.once(text, most)
	switch {
	case scrubbed == text:
		return token, ok // in the spelling that it has
	case token[0] != '"' && json.Valid([]byte(scrubbed)):
		return scrubbed, ok
	}
	return asJSON(scrubbed), ok
}
