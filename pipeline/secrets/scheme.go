package secrets

import (
	stdbase64 "encoding/base64"
	"strings"
	"unicode/utf8"
)

// schemeRules are for text after Bearer and Basic, in a header Authorization, and in addresses.
func schemeRules() []rule {
	return []rule{
		{"bearer", false, one(findBearer)}, {"basic", false, one(findBasic)},
		{"authorization", false, one(findAuthorization)}, {"://", true, one(findInAddress)},
	}
}

func findBearer(text string, at int) (Finding, int) {
	behind := at + len("bearer")
	start := blanks(text, behind)
	if start == behind || !begins(text, at) {
		return Finding{}, behind
	}
	end := keyEnd(text, start)
	if end-start < 20 || isNoKey(text[start:end]) {
		return Finding{}, end
	}
	return Finding{"token", "a bearer token", start, end}, end
}

// findAuthorization finds a key in the header, after the name of any scheme.
func findAuthorization(text string, at int) (Finding, int) {
	behind := at + len("authorization")
	_, i := quoteAt(text, behind)
	i = blanks(text, i)
	sign := prefixOf(text[i:], ":", "=")
	if sign == "" {
		return Finding{}, behind
	}
	_, i = quoteAt(text, blanks(text, i+len(sign)))
	schemeEnd := alphanumericAndDash.end(text, i)
	start := blanks(text, schemeEnd)
	if start == schemeEnd {
		return Finding{}, schemeEnd
	}
	end := keyEnd(text, start)
	if end-start < 20 || isNoKey(text[start:end]) {
		return Finding{}, end
	}
	return Finding{tokenKind, "a key in a header", start, end}, end
}

func findBasic(text string, at int) (Finding, int) {
	behind := at + len("basic")
	start := blanks(text, behind)
	if start == behind || !begins(text, at) {
		return Finding{}, behind
	}
	end := base64Chars.end(text, start)
	if !isUserAndPassword(text[start:end]) {
		return Finding{}, end
	}
	return Finding{"basic-auth", "a name and password (Basic)", start, end}, end
}

// keyEnd returns the end of a key at an offset, without the full stop of a sentence; for one truncated with an
// ellipsis, its beginning.
func keyEnd(text string, at int) int {
	end := escapedKey(text, at)
	if strings.HasSuffix(text[at:end], "...") || strings.HasPrefix(text[end:], "…") {
		return at
	}
	return trimmed(text, at, end)
}

// escapedKey returns the end of a key's characters at an offset, including trailing =; /, + and = may be escaped as in
// JSON.
func escapedKey(text string, at int) int {
	for {
		at = keyLike.end(text, at)
		rest := strings.ToLower(text[at:min(len(text), at+6)])
		switch {
		case strings.HasPrefix(rest, `\/`):
			at += 2
		case rest == `\u002b`, rest == `\u002f`, rest == `\u003d`:
			at += 6
		default:
			for at < len(text) && text[at] == '=' {
				at++
			}
			return at
		}
	}
}

// isUserAndPassword reports whether a text is base64 of a name, a colon and a password.
func isUserAndPassword(text string) bool {
	if len(text) < 8 {
		return false
	}
	plain, err := stdbase64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil || !utf8.Valid(plain) {
		return false
	}
	_, password, ok := strings.Cut(string(plain), ":")
	return ok && !isStandIn(password)
}

// findInAddress finds the password in the user-info of an address, or a lone key there.
func findInAddress(text string, at int) (Finding, int) {
	start := at + len("://")
	end := start
	for end < len(text) && text[end] > ' ' && strings.IndexByte(`/?#"'<>`, text[end]) < 0 && !endsLine(text, end) {
		end++
	}
	user := strings.LastIndexByte(text[start:end], '@')
	if user < 0 || !hasProtocol(text, at) {
		return Finding{}, end
	}
	end = start + user
	_, password, two := strings.Cut(text[start:end], ":")
	switch {
	case two && !isNoPassword(password), two && len(password) >= 3 && !isStandIn(password):
		return Finding{"password", "a password in an address", end - len(password), end}, end
	case !two && end-start >= 20 && !isNoKey(text[start:end]):
		return Finding{"token", "a key in an address", start, end}, end
	}
	return Finding{}, end
}

// hasProtocol reports whether the name of a protocol ends at an offset.
func hasProtocol(text string, at int) bool {
	return at > 1 && alphanumeric[text[at-1]] && alphanumeric[text[at-2]]
}
