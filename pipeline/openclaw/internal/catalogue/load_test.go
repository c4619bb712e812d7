package catalogue_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
)

// dir is a skill's folder with its SKILL.md.
type dir struct{ source, path, text string }

func skillDirs(all []dir) []pipeline.SkillDir {
	var dirs []pipeline.SkillDir
	for _, d := range all {
		dirs = append(dirs, pipeline.SkillDir{Source: d.source, Path: d.path, Dir: fstest.MapFS{
			"SKILL.md": {Data: []byte(d.text)},
		}})
	}
	return dirs
}

func skill(name, description, more string) string {
	return fmt.Sprintf("---\nname: %s\ndescription: %s\n%s---\n# Body of %s\n", name, description, more, name)
}

// O-10: sources, places and names.
func TestO10Merge(t *testing.T) {
	dirs := skillDirs([]dir{
		{"workspace", "zz", skill("dup", "workspace", "")},
		{"workspace", "b", skill("b", "workspace", "")},
		{"workspace", "a", skill("same", "first", "")},
		{"workspace", "a/in", skill("in", "workspace", "")},
		{"workspace", "a-c", skill("same", "second", "")},
		{"extra", "z", skill("dup", "extra", "")},
		{"bundled", "a", skill("Dup", "bundled", "")},
		{"personal", "p", skill("p", "personal", "")},
		{"", "suite", skill("p", "suite", "")},
	})
	lib := catalogue.Load(dirs, catalogue.Settings{Roots: map[string]string{"personal": "~/mine"}})
	var got []string
	for _, e := range lib.Entries {
		got = append(got, e.Name+" "+e.Description+" "+e.Location+" "+e.File)
	}
	want := []string{
		"p personal /home/user/mine/p/SKILL.md p/SKILL.md",
		"dup workspace /home/user/.openclaw/workspace/skills/zz/SKILL.md zz/SKILL.md",
		"Dup bundled /opt/openclaw/skills/a/SKILL.md a/SKILL.md",
		"same second /home/user/.openclaw/workspace/skills/a-c/SKILL.md a-c/SKILL.md",
		"in workspace /home/user/.openclaw/workspace/skills/a/in/SKILL.md a/in/SKILL.md",
		"b workspace /home/user/.openclaw/workspace/skills/b/SKILL.md b/SKILL.md",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// refusing is a file system that opens nothing.
type refusing struct{}

func (refusing) Open(string) (fs.File, error) { return nil, errors.New("the disk is gone") }

// O-12, O-41: what is dropped, with its reason, and which of it is a fallback.
func TestO12Dropped(t *testing.T) {
	most := 100
	s := catalogue.Settings{Limits: catalogue.Limits{FileBytes: &most}}
	dirs := append(skillDirs([]dir{
		{"managed", "blank", "---\nname: x\ndescription: ' '\n---\n"},
		{"managed", "broken", skill("x", "a: b: c", "")},
		{"managed", "large", skill("x", strings.Repeat("d", 100), "")},
		{"managed", "number", skill("42", "d", "")},
		{"managed", "binary", "---\nname: x\x00"},
		{"managed", "Odd Name", skill("Odd Name", "d", "")},
		{"managed", "meta", skill("meta", "d", "metadata: {openclaw: {os: darwin}}\n")},
	}), pipeline.SkillDir{Source: "managed", Path: "z", Dir: refusing{}})
	lib := catalogue.Load(dirs, s)
	var got []string
	for _, f := range lib.Dropped {
		reason, ok := f.Fallback()
		got = append(got, fmt.Sprintf("%s %s %s %s %t", f.Name, f.Path, f.Reason, reason, ok))
	}
	const root = " ~/.openclaw/skills/"
	want := []string{
		"binary" + root + "binary/SKILL.md no_text invalid true",
		"blank" + root + "blank/SKILL.md no_description invalid true",
		"broken" + root + "broken/SKILL.md bad_yaml invalid true",
		"large" + root + "large/SKILL.md too_large too_large true",
		"number" + root + "number/SKILL.md bad_name invalid true",
		"z" + root + "z/SKILL.md unreadable unreadable true",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	got = nil
	for _, p := range lib.Warnings {
		got = append(got, p.Kind+" "+p.Path)
	}
	want = []string{"metadata" + root + "meta/SKILL.md", "name-rule" + root + "Odd Name/SKILL.md"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
	if _, ok := (catalogue.Finding{Reason: catalogue.OverBudget}).Fallback(); ok {
		t.Error("a skill over the budget is a fallback")
	}
}

// O-10: the limit applies to each source; skills without a source have no root, and so no limit.
func TestO10LimitOfASource(t *testing.T) {
	one := 1
	s := catalogue.Settings{Limits: catalogue.Limits{LoadedPerSource: &one}}
	lib := catalogue.Load(skillDirs([]dir{
		{"", "x", skill("x", "d", "")}, {"", "y", skill("y", "d", "")},
		{"extra", "b", skill("b", "d", "")}, {"extra", "a", skill("a", "d", "")}, {"managed", "c", skill("c", "d", "")},
	}), s)
	var got []string
	for _, e := range lib.Entries {
		got = append(got, e.Name)
	}
	for _, f := range lib.Dropped {
		got = append(got, string(f.Reason)+" "+f.Path)
	}
	if diff := cmp.Diff([]string{"x", "y", "a", "c", "source_limit ~/skills/b/SKILL.md"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
