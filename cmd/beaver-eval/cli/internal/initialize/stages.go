package initialize

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app"
)

// kind is a group of requests for one purpose, which become a stage.
type kind struct {
	requests []*request
	line     string // of the system message that says what the model is, or what several have in common; empty: none
	together bool   // some were sent concurrently

	name, key, match string // of the stage; a rule without a key matches every request
}

// kindsOf groups requests that have the format, the endpoint and the first line in common, in the order of arrival.
// Concurrent ones also belong together if their lines begin with the same words, some of which no other request has.
func kindsOf(requests []*request) []*kind {
	var all []*kind
	for _, r := range requests {
		line := firstLine(r)
		i := slices.IndexFunc(all, func(k *kind) bool { return k.line == line && k.like(r) })
		if i < 0 {
			i, all = len(all), append(all, &kind{line: line})
		}
		all[i].requests = append(all[i].requests, r)
	}
	all = joined(all)
	for _, k := range all {
		k.together = slices.ContainsFunc(k.requests, func(r *request) bool { return k.beside(r) })
	}
	return all
}

// like reports whether a request wants the kind of answer that those of the group want. Without a system message their
// tools tell them apart.
func (k *kind) like(r *request) bool {
	a, b := k.requests[0].body, r.body
	return a.Endpoint == b.Endpoint && a.FormatName == b.FormatName &&
		string(a.Request.Format) == string(b.Request.Format) && (k.line != "" || slices.Equal(toolsOf(a), toolsOf(b)))
}

// beside reports whether a request was sent while one of the group waited for its answer.
func (k *kind) beside(r *request) bool {
	return slices.ContainsFunc(r.beside, func(other *request) bool { return slices.Contains(k.requests, other) })
}

// joined joins groups whose requests are concurrent and begin alike, unless nothing tells them apart from the others
// then.
func joined(all []*kind) []*kind {
	var clusters [][]*kind
	for _, k := range all {
		i := slices.IndexFunc(clusters, func(c []*kind) bool {
			return commonWords(c[0].line, k.line) != "" && c[0].like(k.requests[0]) &&
				slices.ContainsFunc(c, func(o *kind) bool { return slices.ContainsFunc(k.requests, o.beside) })
		})
		if i < 0 {
			i, clusters = len(clusters), append(clusters, nil)
		}
		clusters[i] = append(clusters[i], k)
	}
	var is []*kind
	for i, c := range clusters {
		one := &kind{line: c[0].line}
		for _, k := range c {
			one.line, one.requests = commonWords(one.line, k.line), slices.Concat(one.requests, k.requests)
		}
		others := slices.Concat(slices.Delete(slices.Clone(clusters), i, i+1)...)
		if len(c) == 1 || len(others) > 0 && one.word(others) == "" {
			is = append(is, c...)
		} else {
			is = append(is, one)
		}
	}
	return is
}

// commonWords returns the words that two lines begin with; empty if they are too few to mean anything.
func commonWords(a, b string) string {
	x, y := strings.Fields(a), strings.Fields(b)
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	if n < 2 && n < len(x) {
		return ""
	}
	return strings.Join(x[:n], " ")
}

// firstLine returns the first line of a request's system message that is no heading.
func firstLine(r *request) string {
	var heading string
	for line := range strings.Lines(system(r)) {
		line = strings.TrimSpace(line)
		bare := strings.TrimSpace(strings.Trim(line, "#*=-<>: "))
		switch {
		case bare == "":
		case bare != line && !strings.ContainsAny(bare, ".!?,") || strings.HasSuffix(line, ":"):
			heading = cmp.Or(heading, bare)
		default:
			return line
		}
	}
	return heading
}

// system returns the system and developer messages of a request.
func system(r *request) string {
	var b strings.Builder
	for _, m := range r.body.Request.Messages {
		if m.Role == pipeline.RoleSystem || m.Role == "developer" {
			b.WriteString(m.Content() + "\n")
		}
	}
	return b.String()
}

func toolsOf(b *app.Body) []string {
	var names []string
	for _, t := range b.Request.Tools {
		names = append(names, t.Name)
	}
	return names
}

// word returns the first long word of the group's line that stands in no system message of others, since that is often
// the role, else the longest, else the shortest such run of words; empty: there is none.
func (k *kind) word(others []*kind) string {
	const long, most = 5, 6 // letters, and words
	clauses := strings.FieldsFunc(k.line, func(r rune) bool { return !unicode.IsLetter(r) && r != ' ' })
	for n := 1; n <= most; n++ {
		best, letters := "", 2
		for _, clause := range clauses { // no run of words extends over a comma
			part := strings.Fields(clause)
			for i := 0; i+n <= len(part); i++ {
				run := strings.Join(part[i:i+n], " ")
				if of := min(utf8.RuneCountInString(run), long); of > letters && k.alone(run, others) {
					best, letters = run, of
				}
			}
		}
		if best != "" {
			return best
		}
	}
	return ""
}

// alone reports whether a text stands in each system message of the group, and in none of the others.
func (k *kind) alone(text string, others []*kind) bool {
	has := func(r *request) bool { return strings.Contains(system(r), text) }
	return !slices.ContainsFunc(k.requests, func(r *request) bool { return !has(r) }) &&
		!slices.ContainsFunc(others, func(o *kind) bool { return slices.ContainsFunc(o.requests, has) })
}

// stagesOf proposes stages for requests, with rules that an edit of a prompt seldom touches: the format's name, a tool,
// the endpoint, else words of the first line. The group of the last request that has only words gets the rule without a
// condition; those that nothing tells apart from it belong to it.
func stagesOf(requests []*request) []*kind {
	all := kindsOf(requests)
	var firm, open []*kind
	for _, k := range all {
		others := slices.DeleteFunc(slices.Clone(all), func(o *kind) bool { return o == k })
		if k.name = k.word(others); len(others) > 0 && k.firm(others) {
			firm = append(firm, k)
		} else {
			open = append(open, k)
		}
	}
	if len(open) > 0 {
		rest := open[len(open)-1]
		for _, k := range open[:len(open)-1] {
			if k.name == "" {
				rest.requests, rest.together = slices.Concat(k.requests, rest.requests), rest.together || k.together
				continue
			}
			k.key, k.match = "system", regexp.QuoteMeta(k.name)
			firm = append(firm, k)
		}
		firm = append(firm, rest)
	}
	if len(firm) == 1 {
		firm[0].name = "chat" // as without any rule
	}
	named(firm)
	return firm
}

// firm gives the group a rule on something that no other request has, and is no prompt.
func (k *kind) firm(others []*kind) bool {
	first := k.requests[0].body
	none := func(has func(*app.Body) bool) bool {
		return !slices.ContainsFunc(others, func(o *kind) bool {
			return slices.ContainsFunc(o.requests, func(r *request) bool { return has(r.body) })
		})
	}
	if f := first.FormatName; f != "" && none(func(b *app.Body) bool { return b.FormatName == f }) {
		k.name, k.key, k.match = f, "format", "^"+regexp.QuoteMeta(f)+"$"
		return true
	}
	for _, tool := range toolsOf(first) {
		offers := func(b *app.Body) bool { return slices.Contains(toolsOf(b), tool) }
		without := func(r *request) bool { return !offers(r.body) }
		if none(offers) && !slices.ContainsFunc(k.requests, without) {
			k.name, k.key, k.match = cmp.Or(k.name, tool), "tools", "^"+regexp.QuoteMeta(tool)+"$"
			return true
		}
	}
	if e := first.Endpoint; none(func(b *app.Body) bool { return b.Endpoint == e }) {
		k.name, k.key = cmp.Or(k.name, string(e)), "endpoint"
		k.match = "^" + regexp.QuoteMeta(string(e)) + "$"
		return true
	}
	return false
}

// named makes the names of stages valid, and each of them one stage's.
func named(all []*kind) {
	seen := map[string]int{}
	for _, k := range all {
		name := strings.Trim(strings.Map(func(r rune) rune {
			if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
				return r
			}
			return '_'
		}, strings.ToLower(k.name)), "_0123456789")
		name = cmp.Or(name, "main")
		if seen[name]++; seen[name] > 1 {
			name = fmt.Sprintf("%s%d", name, seen[name])
		}
		k.name = name
	}
}

// answer returns what the model says to requests of the group that are made first.
func (k *kind) answer() answer { return k.requests[0].answer }

// reason says why the rule is what it is, as a comment.
func (k *kind) reason() string {
	many := ""
	if k.together {
		many = "; several at once"
	}
	switch k.key {
	case "format":
		return "the answer's format is its own" + many
	case "tools":
		return "only these offer the tool" + many
	case "endpoint":
		return "only these go to this endpoint" + many
	case "system":
		return "only these system messages have the words" + many
	}
	return "all others" + many
}
