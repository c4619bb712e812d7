package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// judge returns why a skill may not be used here; an empty reason says that it may (O-11).
func (s Settings) judge(e *Entry) (reason Reason, detail string) {
	own := s.Entries[e.key()]
	if own.Enabled != nil && !*own.Enabled {
		return Disabled, "the configuration disables it"
	}
	allowed := trimmed(s.AllowBundled)
	if e.Source == "bundled" && len(allowed) > 0 && !slices.Contains(allowed, e.key()) &&
		!slices.Contains(allowed, e.Name) {
		return NotAllowed, "not on the list of bundled skills that may be used"
	}
	if m := e.Metadata; m != nil {
		if len(m.OS) > 0 && !s.runs(m.OS) {
			return OtherOS, fmt.Sprintf("made for %s, this is %s", strings.Join(m.OS, ", "), s.platform())
		}
		if m.Requires != nil && !e.always() {
			if reason, detail = s.lacks(m.Requires, e.primaryEnv(), own); reason != "" {
				return reason, detail
			}
		}
	}
	waived := e.always() && !s.Program
	if s.Filter != nil && !waived && !slices.Contains(trimmed(*s.Filter), e.Name) {
		return FilteredOut, "not on the session's list of skills"
	}
	return "", ""
}

// runs reports whether there is a machine with one of these platforms.
func (s Settings) runs(platforms []string) bool {
	return slices.Contains(platforms, s.platform()) || slices.ContainsFunc(s.Remote.Platforms, func(p string) bool {
		return slices.Contains(platforms, p)
	})
}

// lacks returns a missing requirement of a skill.
func (s Settings) lacks(r *Requires, primaryEnv string, own EntrySettings) (reason Reason, detail string) {
	for _, bin := range r.Bins {
		if !s.hasBin(bin) {
			return MissingBin, "not on the PATH: " + bin
		}
	}
	if len(r.AnyBins) > 0 && !slices.ContainsFunc(r.AnyBins, s.hasBin) {
		return MissingBin, "none of them on the PATH: " + strings.Join(r.AnyBins, ", ")
	}
	for _, name := range r.Env {
		if s.Env[name] == "" && own.Env[name] == "" && (own.APIKey == "" || primaryEnv != name) {
			return MissingEnv, "not set: " + name
		}
	}
	for _, at := range r.Config {
		if !s.configured(at) {
			return MissingConfig, "not in the configuration, or false: " + at
		}
	}
	return "", ""
}

func (s Settings) hasBin(name string) bool {
	return slices.Contains(s.Bins, name) || slices.Contains(s.Remote.Bins, name) || slices.Contains(s.Remote.Bins, "*")
}

// trimmed returns the texts that are not blank, without white space at their ends.
func trimmed(texts []string) []string {
	all := []string{}
	for _, t := range texts {
		if t = jstext.Trim(t); t != "" {
			all = append(all, t)
		}
	}
	return all
}
