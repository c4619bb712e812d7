package secrets

import (
	"encoding/json"
	"strings"
)

// scrubs are rules for volatile text, applied in order.
type scrubs []Scrub

const (
	mostScrubs = 8       // passes over a text
	scrubRoom  = 1 << 16 // bytes by which a text may grow, in addition to its own length
)

// text applies the rules to a text whose secrets are masked, until they change nothing; a text on which they never
// settle, or that would grow beyond the limit, stays unchanged. So scrubbing is idempotent. mask masks new secrets.
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

// breaksJSON reports whether a JSON list, object or string has become invalid.
func breaksJSON(before, after string) bool {
	start := strings.TrimLeft(before, " \t\r\n")
	return start != "" && strings.IndexByte(`{["`, start[0]) >= 0 && !json.Valid([]byte(after)) &&
		json.Valid([]byte(before))
}

// json scrubs each string and each number of JSON separately, for rules that would break it as a whole: a time in a
// field, or a rule that spans a quotation mark. A number that becomes a text is quoted.
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

// tokenEnd returns the end of the JSON string, number, word or single character at an offset.
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
		return token, ok // in its original spelling
	case token[0] != '"' && json.Valid([]byte(scrubbed)):
		return scrubbed, ok
	}
	return asJSON(scrubbed), ok
}
