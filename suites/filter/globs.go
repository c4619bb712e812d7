// Package filter selects cases, stages, paths and metrics by globs over their names, and reports globs that match
// nothing.
package filter

import (
	"errors"
	"fmt"
	"path"
	"slices"

	"github.com/bmatcuk/doublestar/v4"
)

// Matches reports whether one of the globs matches; no globs match everything. In a name with slashes * stops at them,
// and ** between two of them does not.
func Matches(globs []string, id string) bool {
	if len(globs) == 0 {
		return true
	}
	return slices.ContainsFunc(globs, func(g string) bool {
		if g == id {
			return true
		}
		if ok, err := path.Match(g, id); err == nil && ok {
			return true
		}
		ok, err := doublestar.Match(g, id)
		return err == nil && ok
	})
}

// MatchesCall reports whether one of the globs matches a call's stage or its path; no globs match every call.
func MatchesCall(globs []string, stage, callPath string) bool {
	return Matches(globs, stage) || Matches(globs, callPath)
}

// Check returns an error that names all malformed globs, and says how to write what they may mean.
func Check(globs []string) error {
	var errs []error
	for _, g := range globs {
		if !doublestar.ValidatePattern(g) {
			errs = append(errs, fmt.Errorf(`%q is not a glob: close each [ and {, or put \ before one that is meant literally`,
				g))
		}
	}
	return errors.Join(errs...)
}
