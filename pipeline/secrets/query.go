package secrets

import (
	"slices"
	"strings"
)

// queryNames are names in an address's query whose value is a key, without _ and -, and their last words, which are
// searched. They have no meaning elsewhere.
var (
	queryNames = []string{"key", "sig", "signature", "xamzsignature", "xgoogsignature", "subscriptionkey", "appkey",
		"clientkey", "hapikey", "authkey", "auth", "code", "sid", "session", "sessionid", "jsessionid", "phpsessid"}
	queryWords = []string{"key", "sig", "signature", "auth", "code", "sid", "session", "sessionid"}
)

// queryRules are for keys in the query of an address.
func queryRules() []rule {
	var rules []rule
	for _, word := range queryWords {
		find := func(text string, at int) (Finding, int) { return findInQuery(text, at, at+len(word)) }
		rules = append(rules, rule{word, false, one(find)})
	}
	return rules
}

// findInQuery finds a key in an address's query after a name whose last word ends at an offset.
func findInQuery(text string, at, behind int) (Finding, int) {
	sign := equalSign(text[behind:])
	if sign == "" || !inQuery(text, at, behind) {
		return Finding{}, behind
	}
	const least = 16
	start := behind + len(sign)
	end := queryEnd(text, start, sign != "=")
	if end-start < least || isNoKey(text[start:end]) {
		return Finding{}, end
	}
	return Finding{tokenKind, "a key in an address", start, end}, end
}

// inQuery reports whether one of queryNames ends at an offset, and begins in a query.
func inQuery(text string, at, end int) bool {
	limit := max(0, at-longestKey)
	for at > limit && wordAndDash[text[at-1]] && !begins(text, at) || at > limit && text[at-1] == '-' {
		at--
	}
	name := strings.ToLower(betweenWords.Replace(text[at:end]))
	before := strings.ToLower(text[max(0, at-6):at])
	ends := func(mark string) bool { return strings.HasSuffix(before, mark) }
	return slices.Contains(queryNames, name) &&
		slices.ContainsFunc([]string{"?", "&", "&amp;", "%3f", "%26", "%253f", "%2526", `\u0026`}, ends)
}
