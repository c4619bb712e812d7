package runner

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// volatile lists the kinds of text that usually differ from run to run, the most specific first.
var volatile = []struct {
	match, as string
}{
	{`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?([.,]\d+)?(Z|[+-]\d\d:?\d\d)?`, "<time>"},
	{`[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}`, "<uuid>"},
	{`\b\d\d:\d\d(:\d\d)?([.,]\d+)?\b`, "<time>"},
	{`\d{4}-\d\d-\d\d`, "<date>"},
	{`(/tmp|/var/folders|/private/tmp)/[^\s"'<>)]+`, "<path>"},
	{`\b[0-9a-f]{12,64}\b`, "<id>"},
	{`\b1[6-9]\d{8}(\d{3})?\b`, "<time>"},
	{`\b\d+(\.\d+)? ?(ns|µs|ms|s)\b`, "<duration>"},
}

// Settles returns the rule that makes two lines the same, as YAML below app: of a suite.
func Settles(old, new string) string {
	for _, v := range volatile {
		re := regexp.MustCompile(v.match)
		if re.ReplaceAllString(old, v.as) == re.ReplaceAllString(new, v.as) {
			return rule(v.match, v.as)
		}
	}
	before, behind := common(old, new)
	if before == "" && behind == "" {
		return ""
	}
	match := regexp.QuoteMeta(lastWords(before)) + `.+?` + regexp.QuoteMeta(firstWords(behind))
	if behind == "" {
		match = regexp.QuoteMeta(lastWords(before)) + `.+`
	}
	as := lastWords(before) + "<varies>" + firstWords(behind)
	re, err := regexp.Compile(match)
	as = strings.ReplaceAll(as, "$", "$$")
	if err != nil || re.ReplaceAllString(old, as) != re.ReplaceAllString(new, as) {
		return ""
	}
	return rule(match, as)
}

func rule(match, as string) string {
	return fmt.Sprintf("scrub: [{match: '%s', as: %q}]", strings.ReplaceAll(match, "'", "''"), as)
}

// common returns the common beginning and end of two lines, without the line end.
func common(a, b string) (before, behind string) {
	a, b = strings.TrimRight(a, "\r\n"), strings.TrimRight(b, "\r\n")
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && !utf8.RuneStart(a[n]) {
		n--
	}
	m := 0
	for m < len(a)-n && m < len(b)-n && a[len(a)-1-m] == b[len(b)-1-m] {
		m++
	}
	for m > 0 && !utf8.RuneStart(a[len(a)-m]) {
		m--
	}
	return a[:n], a[len(a)-m:]
}

// lastWords returns the shortest distinctive end of a text.
func lastWords(s string) string {
	if len(s) <= 20 {
		return s
	}
	s = s[len(s)-20:]
	for s != "" && !utf8.RuneStart(s[0]) {
		s = s[1:]
	}
	if i := strings.IndexByte(s, ' '); i >= 0 && i < len(s)-1 {
		s = s[i+1:]
	}
	return s
}

// firstWords returns the shortest distinctive beginning of a text.
func firstWords(s string) string {
	if len(s) <= 10 {
		return s
	}
	n := 10
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
