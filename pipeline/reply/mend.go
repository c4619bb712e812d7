package reply

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/kaptinlin/jsonrepair"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Limits of texts for the repairer, whose time is quadratic in the length and which recurses for each bracket.
const (
	maxMendBytes = 32 << 10
	maxMendDepth = 200
)

// mend repairs a text that begins with the bracket of a broken value; an empty one is none. Words may follow the value,
// whose end is uncertain: it tries the closing bracket, then the whole text, then the last bracket. The result must be
// valid and of the kind that the text begins with: the repairer makes lists and strings of prose.
func mend(text string) (json.RawMessage, error) {
	if len(text) > maxMendBytes {
		return nil, fmt.Errorf("%w, and %d bytes are too many to mend", errBroken, len(text))
	}
	text, _ = pipeline.Repair(text)
	closing, depth := shape(text)
	if depth > maxMendDepth {
		return nil, fmt.Errorf("%w, and nested too deep to mend", errBroken)
	}
	tried := map[int]bool{0: true} // an empty text has no value
	for _, end := range []int{closing, len(text), strings.LastIndexAny(text, "}]") + 1} {
		if tried[end] {
			continue
		}
		tried[end] = true
		raw := json.RawMessage(repair(text[:end]))
		if len(raw) > 0 && raw[0] == text[0] && valid(raw) == nil {
			return raw, nil
		}
	}
	return nil, fmt.Errorf("%w, and it cannot be mended", errBroken)
}

// shape returns the length of the value that a text begins with, 0 if its bracket is never closed, and the maximum
// number of open brackets. It recognizes strings by their double quotes, which is a guess in a broken text; depth
// therefore also counts brackets in strings.
func shape(text string) (closing, depth int) {
	level, all, quoted := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			quoted = !quoted
		case '{', '[', '(':
			all++
			depth = max(depth, all)
			if !quoted {
				level++
			}
		case '}', ']', ')':
			all--
			if quoted {
				continue
			}
			if level--; level == 0 && closing == 0 {
				closing = i + 1
			}
		}
	}
	return closing, depth
}

// repair returns an empty text if the repairer fails or panics.
func repair(text string) (mended string) {
	defer func() {
		if recover() != nil {
			mended = ""
		}
	}()
	mended, err := jsonrepair.Repair(text)
	if err != nil {
		return ""
	}
	return strings.Trim(mended, " \t\r\n")
}
