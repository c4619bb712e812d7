package skills_test

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// dirOf returns a folder with one skill.
func dirOf(at, file string) pipeline.SkillDir {
	return pipeline.SkillDir{Path: at, Dir: fstest.MapFS{skills.File: {Data: []byte(file)}}}
}

func named(name, desc string) string {
	return fmt.Sprintf("---\nname: %s\ndescription: %s\n---\n", name, desc)
}

// shape summarizes a library: "path name description" of the skills, "path kind: detail" of the problems.
func shape(lib *skills.Library) (loaded, hidden, problems []string) {
	list := func(all []*skills.Skill) (lines []string) {
		for _, s := range all {
			lines = append(lines, s.From.Path+" "+s.Name+" "+s.Description)
		}
		return lines
	}
	for _, p := range lib.Problems {
		line := path.Dir(p.Path) + " " + p.Kind + ": " + p.Detail
		if p.Dropped {
			line += " (dropped)"
		}
		problems = append(problems, line)
	}
	return list(lib.Skills), list(lib.Shadowed), problems
}

func TestDuplicates(t *testing.T) {
	dirs := []pipeline.SkillDir{
		dirOf("x/a", named("pdf", "one")),
		dirOf("x/b", named("docx", "two")),
		dirOf("y/a", named("pdf", "three")),
		dirOf("y/b", named("PDF", "four")),
		dirOf("y/c", named("pdf", "")),
	}
	tests := []struct {
		about                    string
		policy                   skills.Policy
		loaded, hidden, problems []string
	}{
		{
			about: "lenient: the first wins, case is nothing", policy: skills.Lenient,
			loaded: []string{"x/a pdf one", "x/b docx two"},
			hidden: []string{"y/a pdf three", "y/b PDF four"},
			problems: []string{
				"y/c description: no description, and no text to take one from (dropped)",
				`x/a duplicate: kept: the name "pdf" stands in 2 other files`,
				`y/a duplicate: dropped: the name "pdf" is that of x/a/SKILL.md (dropped)`,
				`y/b duplicate: dropped: the name "PDF" differs in case only from "pdf" of x/a/SKILL.md (dropped)`,
			},
		},
		{
			about: "O-10 strict: the last wins and takes the place of the first", policy: skills.Strict,
			loaded: []string{"y/a pdf three", "x/b docx two", "y/b PDF four"},
			hidden: []string{"x/a pdf one"},
			problems: []string{
				`x/a name-rule: the name "pdf" differs from the folder`,
				`x/b name-rule: the name "docx" differs from the folder`,
				`y/a name-rule: the name "pdf" differs from the folder`,
				`y/b name-rule: the name "PDF" differs from the folder`,
				`y/b name-rule: the name "PDF" has other characters than a-z, 0-9 and -`,
				"y/c description: no description (dropped)",
				`x/a duplicate: dropped: the name "pdf" is that of y/a/SKILL.md (dropped)`,
				`y/a duplicate: kept: the name "pdf" stands in 1 other file`,
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.about, func(t *testing.T) {
			loaded, hidden, problems := shape(skills.Load(dirs, tt.policy))
			for i, pair := range [][2][]string{{tt.loaded, loaded}, {tt.hidden, hidden}, {tt.problems, problems}} {
				if d := cmp.Diff(pair[0], pair[1]); d != "" {
					t.Errorf("%s (-want +got):\n%s", []string{"loaded", "hidden", "problems"}[i], d)
				}
			}
		})
	}
}

func TestO12NameRulesOnlyWarn(t *testing.T) {
	for _, name := range []string{"Has Spaces & UPPER", "--a--b-", fmt.Sprintf("%070d", 0) + "a", "技能"} {
		lib := skills.Load([]pipeline.SkillDir{dirOf("x/"+name, named("'"+name+"'", "d"))}, skills.Strict)
		if len(lib.Skills) != 1 || lib.Skills[0].Name != name {
			t.Errorf("%s: not loaded: %v", name, lib.Problems)
		}
		if len(lib.Problems) != 1 || lib.Problems[0].Kind != skills.KindNameRule || lib.Problems[0].Dropped {
			t.Errorf("%s: want one warning, got %v", name, lib.Problems)
		}
	}
}

// Skills beyond the limit are reported one by one; CheckNumber rejects a longer list in advance.
func TestMaxSkills(t *testing.T) {
	var dirs []pipeline.SkillDir
	for i := range skills.MaxSkills + 3 {
		dirs = append(dirs, dirOf(fmt.Sprintf("s%06d", i), named(fmt.Sprintf("s%06d", i), "d")))
	}
	if err := skills.CheckNumber(dirs); err == nil || err.Error() != "100003 skills, and a library may hold 100000" {
		t.Errorf("%d skills: %v", len(dirs), err)
	}
	if err := skills.CheckNumber(dirs[:skills.MaxSkills]); err != nil {
		t.Error(err)
	}
	lib := skills.Load(dirs, skills.Lenient)
	if len(lib.Skills) != skills.MaxSkills || lib.Skills[skills.MaxSkills-1].Name != "s099999" {
		t.Errorf("%d skills, want %d in their order", len(lib.Skills), skills.MaxSkills)
	}
	_, _, problems := shape(lib)
	want := []string{
		"s100000 limit: more than 100000 skills (dropped)",
		"s100001 limit: more than 100000 skills (dropped)",
		"s100002 limit: more than 100000 skills (dropped)",
	}
	if d := cmp.Diff(want, problems); d != "" {
		t.Errorf("problems (-want +got):\n%s", d)
	}
}

// refusing is a folder of unreadable files.
type refusing struct{ fstest.MapFS }

func (refusing) ReadFile(name string) ([]byte, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
}

// ReadLink makes fs.Lstat use the folder's own Lstat.
func (r refusing) ReadLink(name string) (string, error) { return r.MapFS.ReadLink(name) }

func TestUnreadable(t *testing.T) {
	dir := func(at string, f *fstest.MapFile) pipeline.SkillDir {
		return pipeline.SkillDir{Path: at, Dir: fstest.MapFS{skills.File: f}}
	}
	lib := skills.Load([]pipeline.SkillDir{
		{Path: "empty", Dir: fstest.MapFS{}},
		dir("folder", &fstest.MapFile{Mode: fs.ModeDir}),
		dir("pipe", &fstest.MapFile{Mode: fs.ModeNamedPipe}),
		dir("link", &fstest.MapFile{Mode: fs.ModeSymlink, Data: []byte("/etc/passwd")}),
		dir("large", &fstest.MapFile{Data: make([]byte, skills.MaxBytes+1)}),
		{Path: "refused", Dir: refusing{fstest.MapFS{skills.File: {}}}},
	}, skills.Lenient)
	_, _, problems := shape(lib)
	want := []string{
		"empty unreadable: file does not exist (dropped)",
		"folder unreadable: no regular file (dropped)",
		"pipe unreadable: no regular file (dropped)",
		"link link: a symbolic link, not followed (dropped)",
		"large size: 256001 bytes, at most 256000 are read (dropped)",
		"refused unreadable: permission denied (dropped)",
	}
	if d := cmp.Diff(want, problems); d != "" {
		t.Errorf("problems (-want +got):\n%s", d)
	}
}

// A name is text: it never becomes a path.
func TestNamesAreNoPaths(t *testing.T) {
	lib := skills.Load([]pipeline.SkillDir{dirOf("a", named("../../etc/passwd", "{{template}} $(rm -rf /)"))},
		skills.Lenient)
	loaded, _, _ := shape(lib)
	if d := cmp.Diff([]string{"a ../../etc/passwd {{template}} $(rm -rf /)"}, loaded); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestErrorUnwraps(t *testing.T) {
	_, _, err := skills.Parse([]byte("x"), "", skills.Strict)
	if errors.Unwrap(err) == nil {
		t.Errorf("%v wraps nothing", err)
	}
}
