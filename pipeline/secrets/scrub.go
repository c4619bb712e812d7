package secrets

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
)

// Scrub replaces text that differs from run to run, such as a time or a generated id.
type Scrub struct {
	match *regexp.Regexp
	as    string // may refer to the groups of match: $1, ${name}
}

// ParseScrub parses a user's rule: an expression (RE2), and the replacement of its matches.
func ParseScrub(match, as string) (Scrub, error) {
	if len(match) > mostExpression || len(as) > mostExpression {
		return Scrub{}, fmt.Errorf("more than %d characters", mostExpression)
	}
	re, err := regexp.Compile(match)
	if err != nil {
		return Scrub{}, fmt.Errorf("match: %w", err)
	}
	if re.MatchString("") {
		return Scrub{}, errors.New("match: an expression that fits the empty text")
	}
	for _, name := range references(as) {
		if !hasGroup(re, name) {
			return Scrub{}, fmt.Errorf("as: $%s: match has no such group (a letter or digit behind a group's name is "+
				"part of the name: write ${1}x)", name)
		}
	}
	return Scrub{re, as}, nil
}

// reference matches what regexp.Expand takes for the name of a group; $$ is a dollar sign.
var reference = expression(`\$\$|\$(\w+)|\$\{(\w+)\}`)

func references(as string) []string {
	var names []string
	for _, m := range reference().FindAllStringSubmatch(as, -1) {
		if name := m[1] + m[2]; name != "" {
			names = append(names, name)
		}
	}
	return names
}

func hasGroup(re *regexp.Regexp, name string) bool {
	if n, err := strconv.Atoi(name); err == nil {
		return n <= re.NumSubexp()
	}
	return re.SubexpIndex(name) >= 0
}

// replace replaces all matches of the rule; ok is false if the result would exceed most bytes. A part of a mask is
// never replaced, but a whole one may be.
func (r Scrub) replace(text string, most int) (replaced string, ok bool) {
	found := r.match.FindAllStringSubmatchIndex(text, -1)
	if len(found) == 0 {
		return text, true
	}
	masks := maskForm().FindAllStringIndex(text, -1)
	var b []byte
	end := 0
	for _, at := range found {
		if at[0] == at[1] || cutsOne(masks, at[0], at[1]) {
			continue
		}
		b = r.match.ExpandString(append(b, text[end:at[0]]...), r.as, text, at)
		if end = at[1]; len(b) > most {
			return text, false
		}
	}
	return string(append(b, text[end:]...)), true
}

// cutsOne reports whether text[start:end] contains a part of a mask.
func cutsOne(masks [][]int, start, end int) bool {
	for _, m := range masks {
		if start < m[1] && m[0] < end && (start > m[0] || end < m[1]) {
			return true
		}
	}
	return false
}

// fixed returns the rule's replacement without the contents of groups.
func (r Scrub) fixed() string { return string(r.match.ExpandString(nil, r.as, "", nil)) }
