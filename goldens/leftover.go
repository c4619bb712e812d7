package goldens

import (
	"path"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures/atomicfile"
)

// Leftovers are the files in a suite's folder that somebody began to write and has not finished, sorted.
func (s Store) Leftovers(suite string) ([]string, error) {
	var left []string
	err := s.EachFile(suite, func(file string) {
		if of, ok := atomicfile.Unfinished(file); ok && (path.Ext(of) == extension || path.Ext(of) == ".json") {
			left = append(left, path.Join(s.Dir, suite, file))
		}
	})
	slices.Sort(left)
	return left, err
}
