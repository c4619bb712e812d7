package review

import (
	"context"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Sharing records which cases share a recording: suites with different prompts may use one set for the same cases. An
// answer that one suite no longer needs may be needed by another.
type Sharing struct {
	suites map[string]map[[8]byte][]string // by folder of recordings, then by name of the case
}

// SharingOf looks through all suites of a project, every one. Only those that name a set that another one names too
// are read.
func SharingOf(ctx context.Context, all []*project.Suite) (*Sharing, error) {
	s := &Sharing{suites: map[string]map[[8]byte][]string{}}
	for _, suite := range all {
		alone := !slices.ContainsFunc(all, func(other *project.Suite) bool {
			return other.Name != suite.Name && other.Recordings != "" && other.RecordingDir() == suite.RecordingDir()
		})
		if suite.Recordings == "" || alone {
			continue
		}
		dir := suite.RecordingDir()
		if s.suites[dir] == nil {
			s.suites[dir] = map[[8]byte][]string{}
		}
		err := suite.SeeCases(ctx, func(c fixtures.Head) {
			name := nameHash(fixtures.FileName(c.ID))
			s.suites[dir][name] = append(s.suites[dir][name], suite.Name)
		})
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Has reports whether another suite has the recording of a suite's case too.
func (s *Sharing) Has(of *project.Suite, id string) bool { return len(s.others(of, id)) > 0 }

// others returns the names of the other suites that have the recording of a suite's case.
func (s *Sharing) others(of *project.Suite, id string) []string {
	if s == nil {
		return nil
	}
	all := slices.Clone(s.suites[of.RecordingDir()][nameHash(fixtures.FileName(id))])
	return slices.DeleteFunc(all, func(name string) bool { return name == of.Name })
}
