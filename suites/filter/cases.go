package filter

import (
	"cmp"
	"slices"
	"strings"
)

// CaseName identifies a case in a project.
type CaseName struct{ Suite, ID string }

// Compare orders names by suite, then by id.
func (n CaseName) Compare(o CaseName) int {
	return cmp.Or(strings.Compare(n.Suite, o.Suite), strings.Compare(n.ID, o.ID))
}

// String returns the name in the form that verbs accept: suite/id.
func (n CaseName) String() string { return n.Suite + "/" + n.ID }

// Cases is a filter of cases. A case is chosen when every kind of filter that has entries chooses it; one matching
// entry of a kind is enough. A zero Cases chooses every case.
type Cases struct {
	Names    []string // ids, or globs over them, also suite/id, as arguments of a command
	Globs    []string // the same, as values of --case
	Tags     []string // globs over tags
	Keywords []string // parts of ids, ignoring case
	// Only holds the cases that may be chosen; nil: all
	Only map[CaseName]bool
}

// All reports whether every case is chosen.
func (c *Cases) All() bool {
	return len(c.Names)+len(c.Globs)+len(c.Tags)+len(c.Keywords) == 0 && c.Only == nil
}

// Has reports whether a case with these tags is chosen.
func (c *Cases) Has(suite, id string, tags []string) bool {
	return c.May(suite, id) && c.tagged(tags)
}

// May reports whether a case with some tags is chosen.
func (c *Cases) May(suite, id string) bool {
	return c.Named(suite, id) && (c.Only == nil || c.Only[CaseName{suite, id}])
}

// Named reports whether a case is chosen by its name.
func (c *Cases) Named(suite, id string) bool {
	if len(c.Names)+len(c.Globs) == 0 {
		return c.keyword(id)
	}
	named := len(c.Names) > 0 && MatchesCase(c.Names, suite, id) || len(c.Globs) > 0 && MatchesCase(c.Globs, suite, id)
	return named && c.keyword(id)
}

func (c *Cases) keyword(id string) bool {
	return len(c.Keywords) == 0 || slices.ContainsFunc(c.Keywords, func(k string) bool { return hasKeyword(id, k) })
}

func (c *Cases) tagged(tags []string) bool {
	return len(c.Tags) == 0 || slices.ContainsFunc(tags, func(tag string) bool { return hasTag(c.Tags, tag) })
}
