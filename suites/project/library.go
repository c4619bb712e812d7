package project

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// openSkills finds the skills that the suite gives to all of its cases.
func (s *Suite) openSkills(ctx context.Context) error {
	var found []pipeline.SkillDir // readable until ctx ends; cases need the skills longer
	for _, name := range s.Skills {
		fsys, err := s.project.Below(path.Dir(s.file), name)
		if err != nil {
			return s.node.Get("skills").Errorf("skills: %w", err)
		}
		dirs, err := fixtures.FindSkills(disk.Until(ctx, fsys), ".")
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return s.node.Get("skills").Errorf("skills: %s: %w", name, err)
		}
		for i := range dirs {
			dirs[i].At = path.Join(path.Dir(s.file), name, dirs[i].Path)
		}
		found = append(found, dirs...)
		for _, d := range dirs {
			if d.Dir, err = fs.Sub(fsys, d.Path); err != nil {
				return s.node.Get("skills").Errorf("skills: %s: %w", name, err)
			}
			s.skills = append(s.skills, d)
		}
	}
	err := skills.CheckNumber(found)
	if err == nil {
		s.library, err = fixtures.SkillsDigest(found)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return s.node.Get("skills").Errorf("skills: %w", err)
	}
	return nil
}

// SkillsOf returns the suite's skills and those of a case that names these, ordered so that the case's own win if two
// share a name: first for a system that keeps the first of them, last for one that keeps the last. library names them.
// Each list is looked for once.
func (s *Suite) SkillsOf(
	c *fixtures.Case, refs []fixtures.SkillRef,
) (dirs []pipeline.SkillDir, library string, err error) {
	if len(refs) == 0 {
		return s.skills, s.library, nil
	}
	var name strings.Builder
	for _, r := range refs {
		fmt.Fprintf(&name, "%q %q %q %q\n", r.Source, r.Folder, r.Name, r.Text)
	}
	found := s.found.Get(name.String())
	found.mu.Lock()
	defer found.mu.Unlock()
	if found.library != "" {
		return found.dirs, found.library, nil
	}
	dirs, library, err = s.findSkills(c, refs, fixtures.SkillsDigest)
	if err == nil {
		found.dirs, found.library = dirs, library
	}
	return dirs, library, err
}

func (s *Suite) findSkills(
	c *fixtures.Case, refs []fixtures.SkillRef, digest func([]pipeline.SkillDir) (string, error),
) (dirs []pipeline.SkillDir, library string, err error) {
	if dirs, err = s.OwnSkills(c, refs); err != nil {
		return nil, "", err
	}
	if library, err = digest(dirs); err != nil {
		file, line := c.Where()
		return nil, "", pipeline.FileErrorf(file, line, "skills: %w", err)
	}
	if len(s.skills) > 0 {
		both := library + s.library
		if pipeline.SkillPolicyOf(s.system) == pipeline.SkillsStrict {
			dirs, both = append(slices.Clone(s.skills), dirs...), s.library+library
		} else {
			dirs = append(dirs, s.skills...)
		}
		sum := sha256.Sum256([]byte(both))
		library = hex.EncodeToString(sum[:16])
	}
	if err := skills.CheckNumber(dirs); err != nil {
		file, line := c.Where()
		return nil, "", pipeline.FileErrorf(file, line, "skills: with those of the suite %w", err)
	}
	return dirs, library, nil
}

// OwnSkills returns those of these skills that a case names. If two share a name, the one whose source overrides the
// other's wins.
func (s *Suite) OwnSkills(c *fixtures.Case, refs []fixtures.SkillRef) ([]pipeline.SkillDir, error) {
	dirs, err := c.SkillDirs(refs, s.project.FS, path.Join(s.project.Fixtures, "skills"))
	sources, last := pipeline.SkillSources(), pipeline.SkillPolicyOf(s.system) == pipeline.SkillsStrict
	slices.SortStableFunc(dirs, func(a, b pipeline.SkillDir) int {
		if !last {
			a, b = b, a
		}
		return slices.Index(sources, a.Source) - slices.Index(sources, b.Source)
	})
	return dirs, err
}

// libraries names all skills of a case, from turn to turn.
func (s *Suite) libraries(c *fixtures.Case) (string, error) {
	all := ""
	for _, refs := range c.SkillLists() {
		_, library, err := s.SkillsOf(c, refs)
		if err != nil {
			return "", err
		}
		all += library
	}
	return all, nil
}

// checkSkills looks for the folders of skills that a case names.
func (s *Suite) checkSkills(c *fixtures.Case) error {
	var errs []error
	for _, refs := range c.SkillLists() {
		_, err := s.OwnSkills(c, refs)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// SkillNames returns the names of a case's skills, in any turn, and of its suite's. Each library is read once.
func (s *Suite) SkillNames(c *fixtures.Case) ([]string, error) {
	var all []string
	for _, refs := range c.SkillLists() {
		dirs, library, err := s.SkillsOf(c, refs)
		if err != nil {
			return nil, err
		}
		if len(dirs) > 0 {
			all = append(all, s.skillSets.names(skillSet{library, pipeline.SkillPolicyOf(s.system)}, dirs)...)
		}
	}
	return all, nil
}
