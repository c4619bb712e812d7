package secrets

import "strings"

// equalSign returns the leading = of a text, as addresses and JSON spell it; empty: none.
func equalSign(text string) string {
	switch {
	case text == "":
		return ""
	case text[0] == '=':
		return "="
	case text[0] == '%' || text[0] == '\\':
		return prefixOf(text, "%3D", "%3d", "%253D", "%253d", `\u003d`, `\u003D`)
	}
	return ""
}

// queryEnd returns the end of a query value at an offset. In a query that is encoded once more, an encoded & ends it.
func queryEnd(text string, at int, encoded bool) int {
	start := at
	for {
		at = keyLike.end(text, at)
		switch {
		case at < len(text) && text[at] == '=':
			at++
		case isEscape(text, at) && !(encoded && strings.Contains("%26%23%22%20%25", text[at:at+3])):
			at += 3
		default:
			return trimmed(text, start, at)
		}
	}
}

// isEscape reports whether there is a %XX at an offset.
func isEscape(text string, at int) bool {
	return at+3 <= len(text) && text[at] == '%' && areHex(text[at+1:at+3])
}
