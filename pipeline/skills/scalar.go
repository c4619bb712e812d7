package skills

import (
	"encoding/json"
	"regexp"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

var (
	wholeNumber = regexp.MustCompile(`^[-+]?[0-9]+$`)
	otherBase   = regexp.MustCompile(`^0o[0-7]+$|^0x[0-9a-fA-F]+$`)
	realNumber  = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
	surrogates  = regexp.MustCompile(`\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})`)
)

// plain returns the JSON of a YAML scalar without quotes, by the core schema of YAML 1.2. A number keeps its spelling
// if that is JSON; one that JSON cannot express is a text.
func plain(s string) json.RawMessage {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return json.RawMessage("null")
	case "true", "True", "TRUE":
		return json.RawMessage("true")
	case "false", "False", "FALSE":
		return json.RawMessage("false")
	}
	if n := number(s); n != "" {
		return json.RawMessage(n)
	}
	return jsonvalue.AppendString(nil, s)
}

// number returns s if it is a JSON number, else nothing.
func number(s string) string {
	if c := s[0]; c > '9' { // most texts
		return ""
	}
	switch {
	case wholeNumber.MatchString(s), realNumber.MatchString(s):
		if json.Valid([]byte(s)) {
			return s
		}
		if f, err := strconv.ParseFloat(s, 64); err == nil {
			return strconv.FormatFloat(f, 'g', -1, 64)
		}
	case otherBase.MatchString(s):
		if n, err := strconv.ParseUint(s, 0, 64); err == nil {
			return strconv.FormatUint(n, 10)
		}
	}
	return ""
}

// joinSurrogates replaces pairs of JSON escapes by the character, and returns their number: "\ud83e\udde0" is 🧠, for
// which YAML has no such escape.
func joinSurrogates(s string) (joined string, pairs int) {
	joined = surrogates.ReplaceAllStringFunc(s, func(pair string) string {
		r := utf16.DecodeRune(half(pair[2:6]), half(pair[8:12]))
		pairs++
		return string(utf8.AppendRune(nil, r))
	})
	return joined, pairs
}

// half parses four hex digits.
func half(hex string) rune {
	n, _ := strconv.ParseUint(hex, 16, 16)
	return rune(n)
}
