package reply_test

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// extractable computes by other means what extract must make of a text: the only value that may be extracted; none if
// the text must be refused. sure is false if the text contains a fence, thoughts, or a bracket that is no JSON, which
// takes more than one rule. Then the result must be one of some, if any.
func extractable(text string) (some []string, sure bool) {
	if whole := strings.Trim(text, " \t\r\n"); utf8.ValidString(whole) && isOneValue(whole) {
		return []string{whole}, true
	}
	sure = !strings.Contains(text, "```") && !strings.Contains(text, "~~~") && !strings.Contains(text, "<think>")
	if sure && enclosed(text) {
		return nil, true
	}
	for i := 0; i < len(text); i++ {
		if c := text[i]; c != '{' && c != '[' {
			continue
		}
		var raw json.RawMessage
		if json.NewDecoder(strings.NewReader(text[i:])).Decode(&raw) != nil || !utf8.Valid(raw) || !keysDiffer(raw) {
			sure = false
			continue
		}
		some = append(some, string(raw))
		if sure {
			i += len(raw) - 1 // a nested value is not another one
		}
	}
	if differ := func(s string) bool { return !sameValue(s, some[0]) }; sure && slices.ContainsFunc(some, differ) {
		return nil, true
	}
	return some, sure
}

// enclosed reports whether the first bracket of a text belongs to something broken that contains all others, however
// quotes are counted.
func enclosed(text string) bool {
	first, last := strings.IndexAny(text, "{["), strings.LastIndexAny(text, "{[")
	if first < 0 || first == last {
		return false
	}
	var raw json.RawMessage
	if json.NewDecoder(strings.NewReader(text[first:])).Decode(&raw) == nil {
		return false
	}
	all, outside, quoted := 0, 0, false
	for i := first; i < last; i++ {
		switch text[i] {
		case '\\':
			return false // escapes make it a guess
		case '"':
			quoted = !quoted
		case '{', '[':
			all++
			if !quoted {
				outside++
			}
		case '}', ']':
			all--
			if !quoted {
				outside--
			}
		}
		if all <= 0 || outside <= 0 {
			return false
		}
	}
	return true
}

func sameValue(a, b string) bool {
	x, errX := jsonvalue.Parse([]byte(a))
	y, errY := jsonvalue.Parse([]byte(b))
	return errX == nil && errY == nil && jsonvalue.Equal(x, y)
}
