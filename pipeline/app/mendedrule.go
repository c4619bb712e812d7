package app

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/app/internal/thread"
)

// unclaimed says what the unclaimed calls of a suite with rules count as: those of one stage together, with the rule
// that would claim them.
func (t *turn) unclaimed(named []namedCall) []string {
	if t.golden == nil || len(t.golden.calls) == 0 {
		return nil
	}
	other := otherStage(t.session.rules)
	var all []string
	edited := map[string][]namedCall{}
	for _, n := range named {
		c := n.call
		path := t.place + "/" + n.name.Leaf(c.request.Stage)
		switch {
		case c.claimed || c.again != nil || c.accepted == nil && (other != defaultStage || c.like == nil):
		case c.accepted == nil && len(c.like) == 0:
			all = append(all, path+" is new: no stage rule claims it, and no accepted call has its endpoint")
		case c.accepted == nil:
			nearest := c.like[0]
			all = append(all, fmt.Sprintf("%s is new: no stage rule claims it; most like it is %s (%d%%), which it "+
				"does not count as", path, t.golden.calls[nearest.at].Path, nearest.likeness*100/thread.Whole))
		case c.accepted.Stage != other:
			edited[c.accepted.Stage] = append(edited[c.accepted.Stage], n)
		}
	}
	for _, stage := range slices.Sorted(maps.Keys(edited)) {
		first := edited[stage][0].call
		which := "a request, which counts as the accepted one that it is most like, "
		if n := len(edited[stage]); n > 1 {
			which = fmt.Sprintf("%d requests, which count as the accepted ones that they are most like, first ", n)
		}
		all = append(all, "no stage rule claims "+which+first.accepted.Path+": the rule "+t.mended(first))
	}
	return all
}

// mended names the rule that no longer fits an unclaimed call, and how it would.
func (t *turn) mended(c *call) string {
	var of *rule
	var failing []check
	for i := range t.session.rules {
		r := &t.session.rules[i]
		if unfit := r.unfit(c.body); r.name == c.accepted.Stage && (of == nil || len(unfit) < len(failing)) {
			of, failing = r, unfit
		}
	}
	var old, would []string
	for _, f := range failing {
		old = append(old, fmt.Sprintf("%s: %q", f.key, strings.TrimPrefix(f.match.String(), "(?m)")))
		if text := t.expression(c, f); text != "" {
			would = append(would, fmt.Sprintf("%s: %q", f.key, text))
		}
	}
	says := fmt.Sprintf("%s {%s} no longer fits", of.name, strings.Join(old, ", "))
	if len(would) < len(failing) {
		return says
	}
	return says + fmt.Sprintf("; {%s} would", strings.Join(would, ", "))
}

// mostExpression bounds a proposed expression, in characters.
const mostExpression = 80

// expression returns an expression that fits a call at one key of a rule, and no call of another stage in the turn;
// empty: there is none.
func (t *turn) expression(c *call, of check) string {
	candidates := []string(nil)
	if of.key == "system" {
		before := systemTexts(&Body{Request: *c.accepted})
		candidates = beginnings(lineLike(matchedLine(of.match, before), newLines(of.texts(c.body), before)))
	} else {
		for _, text := range of.texts(c.body) {
			candidates = append(candidates, "^"+regexp.QuoteMeta(text)+"$")
		}
	}
	for _, candidate := range candidates {
		re, err := regexp.Compile("(?m)" + candidate)
		if err != nil || len(candidate) > mostExpression || !slices.ContainsFunc(of.texts(c.body), re.MatchString) {
			continue
		}
		others := slices.ContainsFunc(t.calls, func(other *call) bool {
			return other.request.Stage != c.request.Stage && slices.ContainsFunc(of.texts(other.body), re.MatchString)
		})
		if !others {
			return candidate
		}
	}
	return ""
}

// matchedLine returns the line of texts in which a rule finds what it looks for.
func matchedLine(re *regexp.Regexp, texts []string) string {
	for _, text := range texts {
		if at := re.FindStringIndex(text); at != nil {
			begin := strings.LastIndexByte(text[:at[0]], '\n') + 1
			line, _, _ := strings.Cut(text[begin:], "\n")
			return line
		}
	}
	return ""
}

// newLines returns the lines of texts that are not blank, without those that stood there before unless no other is
// left.
func newLines(texts, before []string) []string {
	var all []string
	for _, text := range texts {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" {
				all = append(all, line)
			}
		}
	}
	old := strings.Join(before, "\n")
	fresh := slices.DeleteFunc(slices.Clone(all), func(line string) bool { return strings.Contains(old, line) })
	if len(fresh) == 0 {
		return all
	}
	return fresh
}

// lineLike returns the line that has most words in common with another one; among equals, the first.
func lineLike(line string, of []string) string {
	best, found := -1, ""
	for _, l := range of {
		if share := thread.Share(strings.Fields(line), strings.Fields(l)); share > best {
			best, found = share, l
		}
	}
	return found
}

// beginnings returns expressions for the first four words of a line, the first five, and so on.
func beginnings(line string) []string {
	words := strings.Fields(line)
	var all []string
	for n := min(4, len(words)); 0 < n && n <= len(words); n++ {
		all = append(all, "^"+regexp.QuoteMeta(strings.Join(words[:n], " ")))
	}
	return all
}
