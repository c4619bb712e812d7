package review

import (
	"maps"
	"slices"
)

// Chosen holds the cases whose whole calls or edits are taken, by the names of their files.
type Chosen struct {
	Conflicted bool   // only goldens that hold a merge conflict
	Log        string // of requests that defines the cases; empty: the suites do

	files map[string]map[string]bool // by suite, then by name
}

// Add chooses a case whose files have a name.
func (c *Chosen) Add(suite, name string) {
	if c.files == nil {
		c.files = map[string]map[string]bool{}
	}
	if c.files[suite] == nil {
		c.files[suite] = map[string]bool{}
	}
	c.files[suite][name] = true
}

// Has reports whether a case is chosen.
func (c *Chosen) Has(suite, name string) bool { return c.files[suite][name] }

// names returns the names of the chosen cases of a suite, sorted.
func (c *Chosen) names(suite string) []string { return slices.Sorted(maps.Keys(c.files[suite])) }
