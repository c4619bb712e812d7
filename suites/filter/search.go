package filter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
)

// Globs are the globs of a filter with their matches. A glob that matches nothing is a mistake: a run without cases
// proves nothing.
type Globs struct {
	globs []string
	found []bool
	near  []string // by glob: the nearest name
	slash []bool   // by glob: it would match a name if * matched /
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

// SeeCase looks at a case; MatchesCase has the rules.
func (s *Globs) SeeCase(suite, id string) {
	s.see(func(g string) bool { return MatchesCase([]string{g}, suite, id) }, id, suite+"/"+id)
}

// seeTags looks at the tags of a case.
func (s *Globs) seeTags(tags []string) {
	s.see(func(g string) bool {
		return slices.ContainsFunc(tags, func(tag string) bool { return hasTag([]string{g}, tag) })
	}, tags...)
}

// seeKeyword looks for keywords in the id of a case.
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

// matchesOverSlashes reports whether a glob would match if * matched slashes.
func matchesOverSlashes(glob, name string) bool {
	return strings.Contains(glob, "*") && fitsName(glob, name)
}

// Near returns the name nearest to the i-th glob; empty: none is near.
func (s *Globs) Near(i int) string { return s.near[i] }

// Missed returns the index of the first glob that matched nothing; -1: none.
func (s *Globs) Missed() int { return slices.Index(s.found, false) }

// Done reports whether every glob has matched something.
func (s *Globs) Done() bool { return !slices.Contains(s.found, false) }

// Err names the first glob that matched nothing, with the nearest name. what begins the message: "no case matches
// --case".
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

// caseErr is Err for globs over cases that an argument or a flag names. A malformed glob is reported only here: before,
// it might have been an id.
func (s *Globs) caseErr(named, what string) error {
	i := s.Missed()
	if i >= 0 {
		if err := Check(s.globs[i : i+1]); err != nil {
			return fmt.Errorf("%s: %w", named, err)
		}
	}
	return s.Err(what)
}
