package project

import (
	"crypto/sha256"
	"encoding/hex"
	"path"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// openSkills finds the skills that the suite gives to all of its cases.
func (s *Suite) openSkills() error {
	for _, name := range s.Skills {
		fsys, err := s.project.Below(path.Dir(s.file), name)
		if err != nil {
			return s.node.Get("skills").Errorf("skills: %w", err)
		}
		dirs, err := fixtures.FindSkills(fsys, ".")
		if err != nil {
			return s.node.Get("skills").Errorf("skills: %s: %w", name, err)
		}
		s.skills = append(s.skills, dirs...)
	}
	err := skills.CheckNumber(s.skills)
	if err == nil {
		s.library, err = fixtures.SkillsDigest(s.skills)
	}
	if err != nil {
		return s.node.Get("skills").Errorf("skills: %w", err)
	}
	return nil
}

// SkillsOf are a case's skills: its own, then the suite's. library names them.
func (s *Suite) SkillsOf(c *fixtures.Case) (dirs []pipeline.SkillDir, library string, err error) {
	if len(c.Skills) == 0 {
		return s.skills, s.library, nil
	}
	if dirs, err = s.OwnSkills(c); err != nil {
		return nil, "", err
	}
	if library, err = fixtures.SkillsDigest(dirs); err != nil {
		file, line := c.Where()
		return nil, "", pipeline.FileErrorf(file, line, "skills: %w", err)
	}
	if len(s.skills) > 0 {
		sum := sha256.Sum256([]byte(library + s.library))
		dirs, library = append(dirs, s.skills...), hex.EncodeToString(sum[:16])
	}
	if err := skills.CheckNumber(dirs); err != nil {
		file, line := c.Where()
		return nil, "", pipeline.FileErrorf(file, line, "skills: with those of the suite %w", err)
	}
	return dirs, library, nil
}

func (s *Suite) OwnSkills(c *fixtures.Case) ([]pipeline.SkillDir, error) {
	return c.SkillDirs(s.project.FS, path.Join(s.project.Fixtures, "skills"))
}
