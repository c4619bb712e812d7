package catalogue

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// line is a value as on its line, read without YAML.
type line struct {
	value  string
	inline string // the text after the colon; empty if the value is the indented lines below
}

var (
	key         = regexp.MustCompile(`^([A-Za-z0-9_-]+):`)
	blockScalar = regexp.MustCompile(`^[|>][+-]?[0-9]*[+-]?$`)
)

// readLines reads lines such as key: value, and indented lines below a key without a value. Of two lines with one key
// the last counts.
func readLines(front string) map[string]line {
	all := map[string]line{}
	lines := strings.Split(front, "\n")
	for i := 0; i < len(lines); i++ {
		m := key.FindString(lines[i])
		rest := jstext.TrimLeft(lines[i][len(m):])
		if m == "" || strings.ContainsAny(rest, "\u2028\u2029") {
			continue
		}
		name, inline := m[:len(m)-1], jstext.TrimRight(rest)
		if inline == "" && i+1 < len(lines) && indented(lines[i+1]) {
			end := i + 1
			for end < len(lines) && (lines[end] == "" || indented(lines[end])) {
				end++
			}
			if v := jstext.Trim(strings.Join(lines[i+1:end], "\n")); v != "" {
				all[name] = line{value: v}
			}
			i = end - 1
			continue
		}
		if v := unquote(inline); v != "" {
			all[name] = line{value: v, inline: inline}
		}
	}
	return all
}

func indented(l string) bool { return strings.HasPrefix(l, " ") || strings.HasPrefix(l, "\t") }

// unquote removes one pair of quotes around s.
func unquote(s string) string {
	for _, quote := range []string{`"`, "'"} {
		if strings.HasPrefix(s, quote) && strings.HasSuffix(s, quote) {
			return s[1:max(1, len(s)-1)]
		}
	}
	return s
}

func plain(lines map[string]line) map[string]string {
	fields := map[string]string{}
	for k, l := range lines {
		fields[k] = l.value
	}
	return fields
}

// merge starts from YAML's values. A list or map keeps the text of its line if that has a colon, and so does YAML's
// null.
func merge(fields skills.Frontmatter, lines map[string]line) map[string]string {
	all := plain(lines)
	for _, f := range fields {
		k := jstext.Trim(f.Key)
		v, structured := fieldText(f.Value)
		if k == "" || v == nil {
			continue
		}
		l := lines[k]
		if asWritten := structured && strings.Contains(l.value, ":") && l.inline != "" &&
			!blockScalar.MatchString(l.inline); !asWritten {
			all[k] = *v
		}
	}
	return all
}

// fieldText returns a YAML value as a text; nil for null.
func fieldText(v json.RawMessage) (text *string, structured bool) {
	var s string
	switch v[0] {
	case 'n':
		return nil, false
	case '{', '[':
		s, structured = renumber(string(v)), true
	case '"':
		if json.Unmarshal(v, &s) != nil {
			return nil, false
		}
		s = jstext.Trim(s)
	default:
		s = renumber(string(v))
	}
	return &s, structured
}

// token matches a JSON string, or a number.
var token = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?[0-9][-+.0-9eE]*`)

// renumber spells the numbers of a JSON text as JavaScript does.
func renumber(raw string) string {
	return token.ReplaceAllStringFunc(raw, func(t string) string {
		if t[0] == '"' {
			return t
		}
		return jstext.FormatNumber(jstext.ParseNumber(t))
	})
}
