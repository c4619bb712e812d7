package skills

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Report is the result of Check. Its JSON is the output of `check --skills DIR --format json`.
type Report struct {
	Files    int       `json:"files"`    // files named SKILL.md, in whatever case
	OK       int       `json:"ok"`       // files that gave a skill, repaired ones included
	Problems []Problem `json:"problems"` // by path, never nil
}

// Check finds and loads all skills of a folder. Every file either counts as OK or has a problem, or both.
func Check(fsys fs.FS, policy Policy) *Report {
	dirs, problems := Find(fsys, ".")
	lib := Load(dirs, policy)
	r := &Report{Files: len(dirs), OK: len(lib.Skills),
		Problems: append(append([]Problem{}, problems...), lib.Problems...)}
	for _, p := range problems {
		if strings.EqualFold(path.Base(p.Path), File) {
			r.Files++
		}
	}
	slices.SortStableFunc(r.Problems, func(a, b Problem) int { return cmp.Compare(a.Path, b.Path) })
	return r
}
