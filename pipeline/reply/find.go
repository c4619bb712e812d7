package reply

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// ErrAmbiguous says that Read refuses a text with two different values.
var ErrAmbiguous = errors.New("more than one JSON value")

var errBroken = errors.New("no whole JSON object or array")

// finding is the JSON found in a text.
type finding struct {
	values []value
	broken error // the first thing that looks like JSON and is invalid; nil: there is none
	start  int   // where something to mend may begin; the end of the text if nowhere
}

// value is an object or array in a text.
type value struct {
	raw    json.RawMessage
	fenced bool
}

func (v value) object() bool { return v.raw[0] == '{' }

// one returns the only value of the text.
func (f finding) one() (json.RawMessage, error) {
	best := keep(f.values, func(v value) bool { return v.fenced })
	if len(best) == 0 {
		if f.broken != nil {
			return nil, f.broken
		}
		best = f.values
	}
	if len(best) == 0 {
		return nil, errBroken
	}
	for _, v := range best[1:] {
		if !same(v.raw, best[0].raw) {
			return nil, ErrAmbiguous
		}
	}
	return best[0].raw, nil
}

func keep(values []value, ok func(value) bool) []value {
	var kept []value
	for _, v := range values {
		if ok(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

// same compares two values without regard to blanks and escapes.
func same(a, b json.RawMessage) bool {
	x, errX := jsonvalue.Canonical(a)
	y, errY := jsonvalue.Canonical(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// find reads a text from left to right, without going back, so its time is linear: after invalid JSON it continues
// where that ends. Thoughts, fences of another language and broken brackets are skipped.
func find(text string) finding {
	f := finding{start: -1}
	for pos := 0; ; {
		begin, end := nextMark(text, pos)
		if end == 0 {
			break
		}
		if c := text[end-1]; c != '{' && c != '[' {
			pos = end + skipped(text, begin, end)
			continue
		}
		pos = end - 1
		if f.start < 0 {
			f.start = pos
		}
		n, err := f.take(text, pos)
		if err != nil && f.broken == nil && beginsLikeJSON(text[pos:]) {
			f.broken, f.start = fmt.Errorf("%w: %w at byte %d", errBroken, err, pos+n), pos
			if len(keep(f.values, value.object)) > 0 {
				f.broken = ErrAmbiguous
			}
		}
		pos += n
	}
	if f.start < 0 {
		f.start = len(text)
	}
	return f
}

// nextMark returns the next mark after pos: a bracket, thoughts, or a line that opens or closes a fence. pos counts as
// the beginning of a line. An end of 0 says that there is none.
func nextMark(text string, pos int) (begin, end int) {
	for at := pos; ; at++ {
		next := strings.IndexAny(text[at:], "{[<`~")
		if next < 0 {
			return 0, 0
		}
		at += next
		switch text[at] {
		case '{', '[':
			return at, at + 1
		case '<':
			if strings.HasPrefix(text[at:], "<think>") {
				return at, at + len("<think>")
			}
		default:
			begin := pos + len(strings.TrimRight(text[pos:at], " \t"))
			if fence := fenceMark.FindString(text[at:]); fence != "" && (begin == pos || text[begin-1] == '\n') {
				return begin, at + len(fence)
			}
		}
	}
}

// fenceMark matches a fence, with at most the name of a language, at the beginning of a text.
var fenceMark = regexp.MustCompile("^(?:```|~~~)[ \t]*[A-Za-z0-9_+.-]*")

// skipped returns how much of a text after a mark is skipped: thoughts, and a fence of another language than JSON.
func skipped(text string, begin, end int) int {
	fence := strings.TrimSpace(text[begin:end])
	closing := "</think>"
	if fence != "<think>" {
		language := strings.ToLower(strings.TrimLeft(fence, "`~ \t"))
		if language == "" || strings.HasPrefix(language, "json") || strings.Contains(lineFrom(text[end:]), fence[:3]) {
			return 0
		}
		closing = "\n" + fence[:3]
	}
	i := strings.Index(text[end:], closing)
	if i < 0 {
		return len(text) - end
	}
	return i + len(closing)
}

// lineFrom returns a text up to its first line ending.
func lineFrom(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// take adds the value at pos, or returns why there is none. n is the number of bytes read, at least 1.
func (f *finding) take(text string, pos int) (n int, err error) {
	dec := json.NewDecoder(strings.NewReader(text[pos:]))
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		return brokenLength(text[pos:]), err
	}
	if err := valid(raw); err != nil {
		return len(raw), err
	}
	f.values = append(f.values, value{raw: raw, fenced: fenced(text[:pos], text[pos+len(raw):])})
	return len(raw), nil
}

// brokenLength returns the length of the invalid JSON that begins with a bracket: up to the closing bracket, else up to
// a line that opens a fence, else the whole text. Brackets and fences in double quotes do not count.
func brokenLength(text string) int {
	if fenceLine(text[1:]) { // a bracket around a fence
		return 1
	}
	level, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n' && !quoted && fenceLine(text[i+1:]):
			return i
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			level++
		case c == '}' || c == ']':
			if level--; level == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// fenceLine reports whether a text begins with a fence.
func fenceLine(text string) bool {
	text = strings.TrimLeft(text, " \t")
	return strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~")
}

// beginsLikeJSON distinguishes {"action": … and [{… from a bracket in prose.
func beginsLikeJSON(s string) bool {
	rest := strings.TrimLeft(s[1:], " \t\r\n")
	if s[0] == '{' {
		return strings.HasPrefix(rest, `"`)
	}
	return rest != "" && strings.Contains(`"[{`, rest[:1])
}

// fenceOpen matches a fence, with at most the name of a language, at the end of a text.
var fenceOpen = regexp.MustCompile("(?:```|~~~)[ \t]*[A-Za-z0-9_+.-]{0,20}\\s*$")

// fenced reports whether the text between before and after is the whole content of a code fence, which the text's end
// may cut off.
func fenced(before, after string) bool {
	after = strings.TrimLeft(after, " \t\r\n")
	if after != "" && !strings.HasPrefix(after, "```") && !strings.HasPrefix(after, "~~~") {
		return false
	}
	return fenceOpen.MatchString(before[max(0, len(before)-64):])
}
