package project

import (
	"maps"
	"slices"
	"strings"
)

// SettingsKeys returns the keys of Settings for a stage: its name, then those of the variants that the suite names, as
// stage:variant, sorted.
func (s *Suite) SettingsKeys(stage string) []string {
	keys := slices.Concat(ofVariants(s.Models, stage), ofVariants(s.Deadlines, stage), ofVariants(s.Options, stage),
		ofVariants(s.Replies, stage), ofVariants(s.Formats, stage), ofVariants(s.Thinks, stage))
	slices.Sort(keys)
	return append([]string{stage}, slices.Compact(keys)...)
}

// ofVariants returns the keys of a mapping by stage that are of a stage's variants.
func ofVariants[T any](m map[string]T, stage string) []string {
	return slices.DeleteFunc(slices.Collect(maps.Keys(m)), func(key string) bool {
		return !strings.HasPrefix(key, stage+":")
	})
}
