package goldens

import (
	"path"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
)

// Unfinished reports whether a file name is that of a store's file being written, or whose writer was killed.
func Unfinished(file string) bool {
	of, ok := disk.Unfinished(file)
	return ok && slices.Contains([]string{extension, ".json", ".jsonl"}, path.Ext(of))
}

// Leftovers returns the unfinished files in a suite's folder, sorted.
func (s Store) Leftovers(suite string) ([]string, error) {
	var left []string
	err := s.EachFile(suite, func(file string) {
		if Unfinished(file) {
			left = append(left, path.Join(s.Dir, suite, file))
		}
	})
	slices.Sort(left)
	return left, err
}
