package project

import (
	"errors"
	"fmt"
	"maps"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// errChanged says that what a suite was loaded from is no longer what it was.
var errChanged = errors.New("its templates or skills have changed since it was loaded")

// RestsOn returns texts that differ if anything of the project differs that a run of a case rests on, besides its own
// file and its recording: the root file and the user's keys, which decide what is masked, the suite, its templates, its
// vectors, and all files in the folders of the case's skills. A file that has changed since the suite was loaded is an
// error, as is one that cannot be told from another.
func (s *Suite) RestsOn(c *fixtures.Case) ([]string, error) {
	if now, err := s.ownTemplates(); err != nil || !maps.Equal(now, s.templates) {
		return nil, errors.Join(errChanged, err)
	}
	rests := []string{
		s.project.digest, digestOf([]byte(fmt.Sprintf("%q", s.project.Keys))), s.Name, s.file, s.digest, s.from,
		fmt.Sprintf("%q", s.templates),
	}
	if s.Embedder != "" {
		_, vectors, err := s.vectors.get(s.readEmbeddings)
		if err != nil {
			return nil, err
		}
		rests = append(rests, vectors)
	}
	library, err := fixtures.SkillFilesDigest(s.skills)
	if err != nil || library != s.library {
		return nil, errors.Join(errChanged, err)
	}
	rests = append(rests, library)
	for _, refs := range c.SkillLists() {
		if len(refs) == 0 {
			continue
		}
		_, library, err := s.SkillsOf(c, refs)
		if err != nil {
			return nil, err
		}
		if _, now, err := s.findSkills(c, refs, fixtures.SkillFilesDigest); err != nil || now != library {
			return nil, errors.Join(errChanged, err)
		}
		rests = append(rests, library)
	}
	return rests, nil
}

// ownTemplates returns the digests of the templates that are not the system's; nil: there are none.
func (s *Suite) ownTemplates() (map[string]string, error) {
	if s.ownPrompts == nil {
		return nil, nil
	}
	return prompt.Digests(s.ownPrompts)
}
