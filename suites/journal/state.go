package journal

import (
	"maps"
	"slices"
	"strings"
)

// State is everything that the cases of a run depend on: a run goes on only in the state in which it began.
type State struct {
	Program string              // the build of this program
	Options map[string][]string // by flag, those that change what a run reports
	Data    map[string]string   // digests of the project's files, by name
	Code    map[string]string   // of those of applications; a new one is no difference, since programs write files
}

// Differences says what differs in another state, a line each.
func (s *State) Differences(now *State) []string {
	var all []string
	if s.Program != now.Program {
		all = append(all, "beaver-eval is "+now.Program+", and was "+s.Program)
	}
	for _, flag := range sortedKeys(s.Options, now.Options) {
		if was, is := s.Options[flag], now.Options[flag]; !slices.Equal(was, is) {
			all = append(all, "--"+flag+" is "+words(is)+", and was "+words(was))
		}
	}
	for _, file := range sortedKeys(s.Data, now.Data) {
		was, before := s.Data[file]
		switch is, there := now.Data[file]; {
		case !before:
			all = append(all, file+" is new")
		case !there:
			all = append(all, file+" is gone")
		case was != is:
			all = append(all, file+" has changed")
		}
	}
	for _, file := range sortedKeys(s.Code) {
		switch is, there := now.Code[file]; {
		case !there:
			all = append(all, file+" is gone")
		case s.Code[file] != is:
			all = append(all, file+" has changed")
		}
	}
	return all
}

func sortedKeys[V any](all ...map[string]V) []string {
	keys := map[string]bool{}
	for _, m := range all {
		for k := range m {
			keys[k] = true
		}
	}
	return slices.Sorted(maps.Keys(keys))
}

// words returns the values of a flag.
func words(values []string) string {
	if len(values) == 0 {
		return "not given"
	}
	return strings.Join(values, ", ")
}
