package filter_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/suites/filter"
)

func TestMatchesCase(t *testing.T) {
	for _, tt := range []struct {
		glob, suite, id string
		want            bool
	}{
		{"hello", "s", "hello", true},
		{"hello", "s", "a/hello", false},
		{"s/hello", "s", "hello", true},
		{"s/hello", "t", "hello", false},
		{"sgd:*", "s", "sgd:a/b", true},
		{"sgd:*b", "s", "sgd:a/x/b", true},
		{"sgd:?/b", "s", "sgd:a/b", true},
		{"sgd:a?b", "s", "sgd:a/b", true},
		{"*", "s", "a/b/c", true},
		{"**", "s", "a/b/c", true},
		{"s/sgd:*", "s", "sgd:a/b", true},
		{"s*/sgd:*", "shop", "sgd:a/b", true},
		{"s*", "shop", "hello", false}, // naming a suite takes a slash
		{"shop/*", "shop", "a/b", true},
		{"sgd:*/**", "s", "sgd:a/b", true},
		{"sgd:*/**", "s", "sgd:a/b/c", true},
		{"sgd:*/**", "s", "sgd:a", true},
		{"a/**/b", "s", "a/b", true},
		{"a/**/b", "s", "a/x/y/b", true},
		{"a*/**/b", "s", "a/x/b", true},
		{"a*/**/**/b", "s", "a/b", true},
		{"**/b", "s", "b", true},
		{"**/b", "s", "a/b", true},
		{"**/b", "s", "a/bb", false},
		{"a/**/**", "s", "a/b/c", true},
		{"{a,b}/c", "s", "b/c", true},
		{"{a/*,x}c", "s", "a/b/c", true},
		{"[ab]*", "s", "a/b", true},
		{"a[1]", "s", "a[1]", true}, // an id, letter by letter
		{"a[1]", "s", "a1", true},   // and a glob as well
		{"what[?", "s", "what[?", true},
		{"s/what[?", "s", "what[?", true},
		{"a{1}*", "s", "a{1}/b", true},
		{"what[?", "s", "whatx", false},
		{`a\*`, "s", "a*", true},
		{`a\*`, "s", "a/b", false},
		{"", "s", "a", false},
	} {
		if got := filter.MatchesCase([]string{tt.glob}, tt.suite, tt.id); got != tt.want {
			t.Errorf("%q fits %s/%s: %v, want %v", tt.glob, tt.suite, tt.id, got, tt.want)
		}
	}
	if !filter.MatchesCase(nil, "s", "a") || !filter.MatchesCase([]string{"x", "a"}, "s", "a") {
		t.Error("no globs fit everything, and of several one is enough")
	}
}

func TestCaseSearch(t *testing.T) {
	type found struct {
		Err    string
		Chosen int
		Done   bool
	}
	only := func(names ...filter.CaseName) map[filter.CaseName]bool {
		set := map[filter.CaseName]bool{}
		for _, n := range names {
			set[n] = true
		}
		return set
	}
	for name, tt := range map[string]struct {
		cases filter.Cases
		want  found
	}{
		"everything": {filter.Cases{}, found{Chosen: 3, Done: true}},
		"a name":     {filter.Cases{Names: []string{"hello"}}, found{Chosen: 1, Done: true}},
		"no name": {filter.Cases{Names: []string{"helo"}, Globs: []string{"hello"}},
			found{Err: "no case matches helo (nearest: hello)", Chosen: 1}},
		"no glob": {filter.Cases{Names: []string{"hello"}, Globs: []string{"t/by"}},
			found{Err: "no case matches --case t/by (nearest: t/bye)", Chosen: 1}},
		"unreadable": {filter.Cases{Globs: []string{"["}}, found{
			Err: `--case: "[" is not a glob: close each [ and {, or put \ before one that is meant literally`}},
		"tags": {filter.Cases{Tags: []string{"smo*"}}, found{Chosen: 2, Done: true}},
		"no tag": {filter.Cases{Tags: []string{"smkoe"}},
			found{Err: "no case has a tag that matches --tag smkoe (nearest: smoke)"}},
		"keywords":   {filter.Cases{Keywords: []string{"HELL", "by"}}, found{Chosen: 2, Done: true}},
		"no keyword": {filter.Cases{Keywords: []string{"x"}}, found{Err: "no case has an id that contains -k x"}},
		"not at once": {filter.Cases{Names: []string{"hello"}, Keywords: []string{"bye"}},
			found{Err: "no case matches all of these filters at once"}},
		"only": {
			filter.Cases{Only: only(filter.CaseName{Suite: "t", ID: "bye"})}, found{Chosen: 1, Done: true}},
		"none of only": {filter.Cases{Only: only(filter.CaseName{Suite: "s", ID: "bye"})}, found{}},
	} {
		t.Run(name, func(t *testing.T) {
			s := tt.cases.Search()
			s.See("s", "hello", []string{"smoke", "R-1"})
			s.See("s", "a/b", []string{"smoke"})
			s.See("t", "bye", nil)
			got := found{Chosen: s.Chosen(), Done: s.Done()}
			if err := s.Err("no case"); err != nil {
				got.Err = err.Error()
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// The chosen cases are those that a plain definition of each kind of filter chooses, and a search reports a mistake
// exactly when an entry, or all of them together, choose none.
func TestChoiceIsItsDefinition(t *testing.T) {
	word := rapid.SampledFrom([]string{"a", "b", "ab", "a/b", "b/a/b", "A"})
	glob := rapid.SampledFrom([]string{"a", "b", "*", "a*", "*b", "s/a", "s/*", "*/b", "x"})
	words := func(t *rapid.T, g *rapid.Generator[string], label string) []string {
		return rapid.SliceOfN(g, 0, 2).Draw(t, label)
	}
	type one struct {
		suite, id string
		tags      []string
	}
	rapid.Check(t, func(t *rapid.T) {
		c := filter.Cases{
			Names: words(t, glob, "names"), Globs: words(t, glob, "globs"), Tags: words(t, glob, "tags"),
			Keywords: words(t, word, "keywords"),
		}
		cases := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) one {
			suite := rapid.SampledFrom([]string{"s", "a"}).Draw(t, "suite")
			return one{suite, word.Draw(t, "id"), words(t, word, "tagged")}
		}), 0, 5).Draw(t, "cases")
		named := append(slices.Clone(c.Names), c.Globs...)
		byName := func(g string, k one) bool {
			return starFits(g, k.id) || strings.Contains(g, "/") && starFits(g, k.suite+"/"+k.id)
		}
		byTag := func(g string, k one) bool {
			return slices.ContainsFunc(k.tags, func(tag string) bool { return starFits(g, tag) })
		}
		byKeyword := func(text string, k one) bool {
			return strings.Contains(strings.ToLower(k.id), strings.ToLower(text))
		}
		oneOf := func(entries []string, fits func(string, one) bool, k one) bool {
			return len(entries) == 0 || slices.ContainsFunc(entries, func(e string) bool { return fits(e, k) })
		}
		sought, chosen := c.Search(), 0
		for _, k := range cases {
			want := oneOf(named, byName, k) && oneOf(c.Tags, byTag, k) && oneOf(c.Keywords, byKeyword, k)
			if got := c.Has(k.suite, k.id, k.tags); got != want {
				t.Fatalf("%+v is chosen: %v, want %v", k, got, want)
			}
			if want {
				chosen++
			}
			sought.See(k.suite, k.id, k.tags)
		}
		missed := chosen == 0 && !c.All()
		for _, kind := range []struct {
			entries []string
			fits    func(string, one) bool
		}{{named, byName}, {c.Tags, byTag}, {c.Keywords, byKeyword}} {
			for _, e := range kind.entries {
				missed = missed || !slices.ContainsFunc(cases, func(k one) bool { return kind.fits(e, k) })
			}
		}
		if err := sought.Err("no case"); (err != nil) != missed || sought.Chosen() != chosen {
			t.Fatalf("chosen %d, want %d; %v, want an error: %v", sought.Chosen(), chosen, err, missed)
		}
	})
}

// starFits reports whether a glob of letters and stars matches a name when a star stands for any text.
func starFits(glob, name string) bool {
	if glob == "" {
		return name == ""
	}
	if glob[0] == '*' {
		return starFits(glob[1:], name) || name != "" && starFits(glob, name[1:])
	}
	return name != "" && glob[0] == name[0] && starFits(glob[1:], name[1:])
}
