package secrets

import "strings"

// equalSign is the sign = that a text begins with, as it is spelled in addresses and in JSON; empty: none.
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

// queryEnd is where a value of a query ends that begins at an offset. In a query that is encoded once more, an encoded
// & ends it.
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

// isEscape reports whether %XX stands at an offset.
func isEscape(text string, at int) bool {
	return at+3 <= len(text) && text[at] == '%' && areHex(text[at+1:at+3])
}
