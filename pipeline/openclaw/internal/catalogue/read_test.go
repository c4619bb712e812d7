package catalogue_test

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// library has a skill in another one's folder, files beside both, and links.
func library() []pipeline.SkillDir {
	outer := fstest.MapFS{
		"SKILL.md":           {Data: []byte(skill("outer", "o", ""))},
		"scripts/run.sh":     {Data: []byte("echo\xff")},
		"references/long.md": {Data: make([]byte, 2000)},
		"out":                {Mode: fs.ModeSymlink, Data: []byte("/etc")},
		"run":                {Mode: fs.ModeSymlink, Data: []byte("scripts/run.sh")},
		"in/SKILL.md":        {Data: []byte(skill("inner", "i", "disable-model-invocation: true\n"))},
		"in/notes.md":        {Data: []byte("notes")},
	}
	inner, err := fs.Sub(outer, "in")
	if err != nil {
		panic(err)
	}
	return []pipeline.SkillDir{
		{Source: "personal", Path: "outer", Dir: outer}, {Source: "personal", Path: "outer/in", Dir: inner},
	}
}

// O-18: the read tool's result for a location, however hostile it is.
func TestO18Open(t *testing.T) {
	most := 1000
	s := catalogue.Settings{Home: "/home/ann/", Limits: catalogue.Limits{FileBytes: &most}}
	snap := catalogue.Load(library(), s).Snapshot(s, 0)
	const root = "~/.agents/skills/outer"
	for location, want := range map[string]string{
		root + "/SKILL.md":                        "outer SKILL.md",
		"/home/ann/.agents/skills/outer/SKILL.md": "outer SKILL.md",
		root + "/scripts/run.sh":                  "outer scripts/run.sh",
		root + "/in/SKILL.md":                     "inner SKILL.md",
		root + "/in/notes.md":                     "inner notes.md",
		root + "/references/long.md":              skills.KindSize,
		root + "/run":                             skills.KindLink,
		root + "/out/passwd":                      skills.KindLink,
		root + "/scripts":                         skills.KindUnreadable,
		root + "/SKILL.md/x":                      skills.KindUnreadable,
		root + "/gone":                            skills.KindUnreadable,
		root + "/":                                skills.KindUnreadable,
		root + "/../outer/SKILL.md":               skills.KindUnreadable,
		root + "/scripts/../../../../etc/passwd":  skills.KindUnreadable,
		root + "//SKILL.md":                       skills.KindUnreadable,
		root + "/in/../SKILL.md":                  skills.KindUnreadable,
		root + "/./SKILL.md":                      skills.KindUnreadable,
		root + "/SKILL.md\x00":                    skills.KindUnreadable,
		root:                                      "",
		"":                                        "",
		"SKILL.md":                                "",
		"~":                                       "",
		"~bob/.agents/skills/outer/SKILL.md":      "",
		"/home/ann2/.agents/skills/outer/SKILL.md":       "",
		"/home/ann/.agents/skills/outer2/SKILL.md":       "",
		"/x/../home/ann/.agents/skills/outer/SKILL.md":   "",
		"file:///home/ann/.agents/skills/outer/SKILL.md": "",
	} {
		o, err := snap.Open(location)
		var refused *skills.Error
		got := ""
		switch {
		case errors.As(err, &refused):
			got = refused.Kind
		case o != nil:
			got = o.Skill.Name + " " + o.Path
		}
		if got != want {
			t.Errorf("%q: %q (%v), want %q", location, got, err, want)
		}
	}
}

// O-18: the cost of each phase, and the source file of a text.
func TestO18Cost(t *testing.T) {
	s := catalogue.Settings{}
	snap := catalogue.Load(library(), s).Snapshot(s, 0)
	var opened []*catalogue.Opened
	var texts []string
	for _, at := range []string{"SKILL.md", "scripts/run.sh", "in/notes.md"} {
		o, err := snap.Open("~/.agents/skills/outer/" + at)
		if err != nil {
			t.Fatal(err)
		}
		opened = append(opened, o)
		texts = append(texts, o.Source().String()+" "+o.Text)
	}
	want := []string{
		"skill outer/SKILL.md " + skill("outer", "o", ""), "skill outer/scripts/run.sh echo\uFFFD",
		"skill outer/in/notes.md notes",
	}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	got := snap.Cost(opened, func(s string) int { return len(s) })
	if diff := cmp.Diff(catalogue.Cost{
		Listed: 1, Catalogue: len(snap.Shown.XML().String()), Bodies: len(skill("outer", "o", "")),
		Files: len("echo\uFFFD") + len("notes"), UpFront: len("# Body of outer\n"),
		Shortened: len("/home/user") - len("~"),
	}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
