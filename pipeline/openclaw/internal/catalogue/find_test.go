package catalogue_test

import (
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
)

const text = "---\nname: n\ndescription: d\n---\n"

// tree returns a file system with a file at each path; one with an arrow is a link.
func tree(files ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, f := range files {
		name, target, isLink := strings.Cut(f, " -> ")
		name, text, _ := strings.Cut(name, "=")
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
		if isLink {
			fsys[name] = &fstest.MapFile{Mode: fs.ModeSymlink, Data: []byte(target)}
		}
	}
	return fsys
}

// found lists the findings in a root below the folder r, one per line, skipped ones in brackets.
func found(fsys fs.FS, l catalogue.Limits) string {
	places, left := catalogue.FindRoots(fsys, catalogue.Root{Source: "project", Dir: "r", Shown: "/home/r"}, l)
	var all []string
	for _, p := range places {
		all = append(all, strings.TrimPrefix(path.Join(p.Path, p.File), "/home/r/"))
	}
	for _, f := range left {
		all = append(all, "["+strings.TrimPrefix(f.Path, "/home/r/")+" "+string(f.Reason)+"]")
	}
	return strings.Join(all, " ")
}

func TestO10Find(t *testing.T) {
	two := 2
	type (
		F = []string
		L = catalogue.Limits
	)
	for _, c := range []struct {
		name   string
		files  []string
		limits catalogue.Limits
		want   string
	}{
		{"no root", nil, L{}, ""},
		{"a root that is a file", F{"r"}, L{}, ""},
		{"one folder deep", F{"r/a/SKILL.md", "r/b/c/SKILL.md", "r/x.md"}, L{}, "a/SKILL.md"},
		{"below a skill",
			F{"r/a/SKILL.md", "r/a/b/c/SKILL.md", "r/a/b/x.md"},
			L{}, "a/SKILL.md a/b/c/SKILL.md"},
		{"other Markdown",
			F{"r/a/SKILL.md", "r/a/Z.md", "r/a/A.md", "r/a/x.txt"},
			L{}, "a/A.md a/SKILL.md a/Z.md"},
		{"by units",
			F{"r/\uFF21/SKILL.md", "r/😀/SKILL.md", "r/B/SKILL.md", "r/a/SKILL.md"},
			L{}, "B/SKILL.md a/SKILL.md 😀/SKILL.md \uFF21/SKILL.md"},
		{"dot folders",
			F{"r/.a/SKILL.md", "r/node_modules/SKILL.md", "r/b/SKILL.md", "r/b/.c/SKILL.md",
				"r/b/node_modules/x/SKILL.md"},
			L{}, "b/SKILL.md"},
		{"the root itself",
			F{"r/SKILL.md", "r/README.md", "r/a/SKILL.md"},
			L{}, "README.md SKILL.md a/SKILL.md"},
		{"nested", F{"r/a/SKILL.md", "r/skills/b/SKILL.md"}, L{}, "skills/b/SKILL.md"},
		{"nested once", F{"r/skills/skills/b/SKILL.md", "r/skills/c/SKILL.md"}, L{}, "skills/c/SKILL.md"},
		{"nested, none", F{"r/a/SKILL.md", "r/skills/b/c/SKILL.md"}, L{}, "a/SKILL.md"},
		{"nested, too late",
			F{"r/z/SKILL.md", "r/skills/a/x", "r/skills/b/x", "r/skills/c/SKILL.md"},
			L{CandidatesPerRoot: &two}, "z/SKILL.md"},
		{"too many",
			F{"r/a/SKILL.md", "r/b/x", "r/c/SKILL.md", "r/d/x"},
			L{LoadedPerSource: &two}, "a/SKILL.md [c/SKILL.md source_limit]"},
		{"too many below one", F{"r/a/SKILL.md=" + text, "r/a/b/SKILL.md=" + text, "r/c/SKILL.md=" + text},
			L{LoadedPerSource: &two}, "a/SKILL.md a/b/SKILL.md [c/SKILL.md source_limit]"},
		{"too large", F{"r/a/SKILL.md=xxx", "r/a/b/SKILL.md", "r/a/N.md"}, L{FileBytes: &two}, "a/SKILL.md"},
		{"a link inside", F{"r/a/SKILL.md", "r/b -> a", "r/c -> ./b"}, L{}, "a/SKILL.md b/SKILL.md c/SKILL.md"},
		{"a link of a file", F{"r/a/SKILL.md -> ../b/TEXT", "r/b/TEXT"}, L{}, "a/SKILL.md"},
		{"a link that leads out",
			F{"r/a -> ../out", "out/SKILL.md", "r/b/SKILL.md -> /out/SKILL.md", "r/c/SKILL.md",
				"r/c/x.md -> ../../out/SKILL.md"},
			L{}, "c/SKILL.md [a/SKILL.md unreadable] [b/SKILL.md unreadable]"},
		{"a link that leads out and back", F{"r/a -> ../r/b", "r/b/SKILL.md"}, L{}, "a/SKILL.md b/SKILL.md"},
		{"a link out of everything", F{"r/a -> ../../../../r/b", "r/b/SKILL.md"}, L{}, "a/SKILL.md b/SKILL.md"},
		{"links in a circle",
			F{"r/a -> b", "r/b -> a", "r/c/SKILL.md", "r/c/d -> ."},
			L{}, "c/SKILL.md" + circle},
		{"the root is a link", F{"r -> x/y", "x/y/a/SKILL.md"}, L{}, "a/SKILL.md"},
		{"nested leads out", F{"r/skills -> ../out", "out/a/SKILL.md", "r/b/SKILL.md"}, L{}, ""},
		{"ignored",
			F{"r/a/SKILL.md", "r/a/.gitignore=x.md\n*.tmp.md\n", "r/a/x.md", "r/a/y.tmp.md"},
			L{}, "a/SKILL.md"},
	} {
		if diff := cmp.Diff(c.want, found(tree(c.files...), c.limits)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// circle is the content of a folder that is a link to itself, as deep as skills are searched for.
var circle = func() string {
	all := ""
	for depth := range 8 {
		all += " c/" + strings.Repeat("d/", depth+1) + "SKILL.md"
	}
	return all
}()

// O-10: the lines of .gitignore, .ignore and .fdignore.
func TestO10Ignored(t *testing.T) {
	for rules, want := range map[string]string{
		"":                          "b c/x d",
		"# b\n\n \n":                "b c/x d",
		"b":                         "c/x d",
		"B/":                        "c/x d",
		"x":                         "b d",
		"/x":                        "b d",
		"c/x":                       "b d",
		"c/*":                       "b d",
		"**/x":                      "b d",
		"c/**":                      "b d",
		"**/c/**/x":                 "b d",
		"?":                         "",
		"[bd]":                      "c/x",
		"[!b]":                      "b",
		"*\n!b":                     "",
		"*\n!b\n!SKILL.md":          "b",
		"*\n!c/x":                   "",
		`\b`:                        "c/x d",
		`\!b`:                       "b c/x d",
		"b \r\n":                    "c/x d",
		"SKILL.md":                  "",
		"b/skill.MD\nd/SKILL.md/\n": "c/x d",
		"[":                         "b c/x d",
	} {
		fsys := tree("r/SKILL.md", "r/.fdignore="+rules, "r/b/SKILL.md", "r/c/x/SKILL.md", "r/d/SKILL.md")
		var got []string
		for place := range strings.SplitSeq(found(fsys, catalogue.Limits{}), " ") {
			if at := path.Dir(place); at != "." {
				got = append(got, at)
			}
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", rules, diff)
		}
	}
	deep := tree("r/SKILL.md", "r/a/.ignore=x", "r/a/x/SKILL.md", "r/a/b/x/SKILL.md", "r/x/SKILL.md")
	if got := found(deep, catalogue.Limits{}); got != "SKILL.md a/b/x/SKILL.md x/SKILL.md" {
		t.Errorf("below a folder: %s", got)
	}
}

// Found skills are read through the links that were followed, and nothing outside the root is.
func TestO10FoundIsRead(t *testing.T) {
	fsys := tree("r/a/SKILL.md -> ../b/TEXT", "r/b/TEXT="+text, "r/a/secret -> ../../secret", "secret=s", "r/a/near=n")
	places, _ := catalogue.FindRoots(fsys, catalogue.Root{Source: "project", Dir: "r", Shown: "/home/user/r"},
		catalogue.Limits{})
	s := catalogue.Settings{}
	snap := catalogue.LoadPlaces(places, s).Snapshot(s, 0)
	if o, err := snap.Open("~/r/a/SKILL.md"); err != nil || o == nil || o.Text != text || o.Skill.Name != "n" {
		t.Errorf("%+v, %v", o, err)
	}
	if o, err := snap.Open("~/r/a/near"); err != nil || o.Text != "n" {
		t.Errorf("%+v, %v", o, err)
	}
	if o, err := snap.Open("~/r/a/secret"); err == nil {
		t.Errorf("read %+v", o)
	}
}
