package secrets

import (
	"slices"
	"strings"
)

// cookieRules are for the contents of the headers Cookie and Set-Cookie.
func cookieRules() []rule { return []rule{{"cookie", false, findCookies}} }

// findCookies finds the cookies of a header that are secrets: those of a session, and long random ones.
func findCookies(text string, at int) (found []Finding, looked int) {
	behind := at + len("cookie")
	i, ok := cookies(text, at, behind)
	if !ok {
		return nil, behind
	}
	for i < len(text) {
		nameEnd := cookieName.end(text, i)
		if nameEnd == i || nameEnd == len(text) || text[nameEnd] != '=' {
			break
		}
		start := nameEnd + 1
		_, start = quoteAt(text, start)
		end := cookieEnd(text, start)
		if isSecretCookie(text[i:nameEnd], text[start:end]) {
			found = append(found, Finding{tokenKind, "a cookie", start, end})
		}
		if i = nextCookie(text, end); i <= end {
			return found, end
		}
	}
	return found, i
}

// cookies returns the offset of the first cookie after the header's name, which may be quoted.
func cookies(text string, at, behind int) (first int, ok bool) {
	if !begins(text, at) {
		return at, false
	}
	q, i := quoteAt(text, behind)
	i = blanks(text, i)
	option := at > 1 && text[at-2:at] == "--" && i > behind // curl --cookie NAME=VALUE
	sign := prefixOf(text[i:], ":", "=", ",")
	if sign == "" && !option || sign == "," && q.mark == 0 { // a name and its value in a list are separated by a comma
		return at, false
	}
	i = behindMember(text, blanks(text, i+len(sign)))
	i += len(prefixOf(text[i:], "["))
	_, i = quoteAt(text, i)
	return i, true
}

// behindMember returns the offset of the value of a member called value, as archives store headers.
func behindMember(text string, at int) int {
	open, i := quoteAt(text, at)
	if open.mark == 0 || !strings.HasPrefix(text[i:], "value") {
		return at
	}
	_, i = quoteAt(text, i+len("value"))
	if i = blanks(text, i); i == len(text) || text[i] != ':' {
		return at
	}
	return blanks(text, i+1)
}

var (
	cookieName  = charsetOf(digits + upper + lowerCase + "_-.")
	cookieValue = charsetOf(digits + upper + lowerCase + "!#$%&()*+-./:<=>?@[]^_`{|}~")
)

// cookieEnd returns the end of a cookie's value at an offset.
func cookieEnd(text string, at int) int {
	for {
		at = cookieValue.end(text, at)
		if at == len(text) || text[at] != '\\' || endsLine(text, at) {
			return at
		}
		at++ // \/ and the like, in JSON
	}
}

// nextCookie returns the offset of the next cookie or attribute after a value; the same offset if there is none.
func nextCookie(text string, at int) int {
	q, i := quoteAt(text, at)
	if q.mark != 0 && (i == len(text) || text[i] != ';') {
		return at
	}
	for i = blanks(text, i); i < len(text) && text[i] == ';'; {
		i = blanks(text, i+1)
		end := cookieName.end(text, i)
		if end < len(text) && text[end] == '=' {
			return i
		}
		i = blanks(text, end) // Secure, HttpOnly
	}
	return at
}

// Names of cookies: of sessions, of mere counters, and of attributes, all without _, - and dots.
var (
	sessionNames = []string{"sess", "auth", "token", "jwt", "csrf", "xsrf", "login", "remember", "secret", "ticket",
		"identity", "sso", "credential", "passw", "key"}
	countingNames = []string{"_ga", "_gid", "_gcl", "_fbp", "__utm", "_hj", "_pk_"}
	attributes    = []string{"path", "domain", "expires", "max-age", "samesite", "priority", "version", "comment"}
)

func isSecretCookie(name, value string) bool {
	const least, long, longest = 6, 20, 4096
	name = strings.ToLower(name)
	counts := func(of string) bool { return strings.HasPrefix(name, of) }
	if len(value) < least || len(value) > longest || slices.Contains(attributes, name) ||
		slices.ContainsFunc(countingNames, counts) || isStandIn(value) || isPlaceholder(value) {
		return false
	}
	says := func(of string) bool { return strings.Contains(name, of) }
	if strings.HasSuffix(name, "sid") || slices.ContainsFunc(sessionNames, says) {
		return strings.ContainsAny(value, digits) || len(value) >= long
	}
	return len(value) >= long && !isNoKey(value)
}
