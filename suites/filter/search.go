package filter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
)

// Globs are the globs of a filter, and what they have found. A glob that finds nothing is a mistake: a run that
// looked at nothing says nothing.
type Globs struct {
	globs []string
	found []bool
	near  []string // by glob: what it was perhaps meant to find
	slash []bool   // by glob: it would have found a name if * went over /
}

// New begins a search.
func New(globs []string) *Globs {
	n := len(globs)
	return &Globs{globs: globs, found: make([]bool, n), near: make([]string, n), slash: make([]bool, n)}
}

// See looks at one thing, which may have several names.
func (s *Globs) See(names ...string) {
	for i, g := range s.globs {
		if s.found[i] {
			continue
		}
		for _, name := range names {
			s.slash[i] = s.slash[i] || matchesOverSlashes(g, name)
		}
	}
	s.see(func(g string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return Matches([]string{g}, name) })
	}, names...)
}

// SeeCase looks at a case; see MatchesCase for what fits it.
func (s *Globs) SeeCase(suite, id string) {
	s.see(func(g string) bool { return MatchesCase([]string{g}, suite, id) }, id, suite+"/"+id)
}

// seeTags looks at the tags of a case.
func (s *Globs) seeTags(tags []string) {
	s.see(func(g string) bool {
		return slices.ContainsFunc(tags, func(tag string) bool { return hasTag([]string{g}, tag) })
	}, tags...)
}

// seeKeyword looks at the id of a case, for texts that are parts of it.
func (s *Globs) seeKeyword(id string) {
	s.see(func(keyword string) bool { return hasKeyword(id, keyword) }, id)
}

func (s *Globs) see(fits func(glob string) bool, names ...string) {
	for i, g := range s.globs {
		if s.found[i] {
			continue
		}
		s.found[i] = fits(g)
		for _, name := range names {
			s.near[i] = nearer(g, s.near[i], name)
		}
	}
}

// nearer returns the nearer of two names; empty when neither is near.
func nearer(glob, before, name string) string {
	if before == "" {
		return wording.Nearest(glob, []string{name})
	}
	return wording.Nearest(glob, []string{before, name})
}

// matchesOverSlashes reports whether a glob would fit if * went over slashes.
func matchesOverSlashes(glob, name string) bool {
	return strings.Contains(glob, "*") && fitsName(glob, name)
}

// Near returns what the i-th glob was perhaps meant to find; empty: nothing is near.
func (s *Globs) Near(i int) string { return s.near[i] }

// Missed returns the index of the first glob that has found nothing; -1: there is none.
func (s *Globs) Missed() int { return slices.Index(s.found, false) }

// Done reports whether every glob has found something.
func (s *Globs) Done() bool { return !slices.Contains(s.found, false) }

// Err names the first glob that has found nothing, with what it was perhaps meant to find. what is what was looked
// for: "no case matches --case".
func (s *Globs) Err(what string) error {
	i := s.Missed()
	switch {
	case i < 0:
		return nil
	case s.near[i] != "":
		return fmt.Errorf("%s %s (nearest: %s)", what, s.globs[i], s.near[i])
	case s.slash[i]:
		over := strings.TrimRight(s.globs[i], "/") + "/**"
		return fmt.Errorf("%s %s (a * stops at /; ** between two / does not: %s)", what, s.globs[i], over)
	}
	return fmt.Errorf("%s %s", what, s.globs[i])
}

// caseErr is Err for globs over cases. One that cannot be read is named as such: only now it is known to be no id.
func (s *Globs) caseErr(what string) error {
	i := s.Missed()
	if i >= 0 {
		if err := Check(s.globs[i : i+1]); err != nil {
			return err
		}
	}
	return s.Err(what)
}
