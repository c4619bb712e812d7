package skills_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

func vectors[T any](t *testing.T, name string) []T {
	t.Helper()
	raw, err := os.ReadFile(shared("vectors", "openclaw", name))
	if err != nil {
		t.Skipf("no vectors: %v", err)
	}
	var file struct {
		Cases []T `json:"cases"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	return file.Cases
}

// treeVector is a tree of files and the skills that the program loads from it.
type treeVector struct {
	ID    string
	Input struct {
		Files []struct {
			Path, Content, Symlink string
			Dir                    bool
			Fill                   *struct {
				Before, Char string
				Count        int
			}
		}
	}
	Expected struct {
		Entries []struct {
			Name, Description, FilePath string
			Invocation                  struct{ UserInvocable, DisableModelInvocation bool }
		}
	}
}

func (v treeVector) fs() fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, f := range v.Input.Files {
		file := &fstest.MapFile{Data: []byte(f.Content)}
		switch {
		case f.Dir:
			file = &fstest.MapFile{Mode: fs.ModeDir}
		case f.Symlink != "":
			file = &fstest.MapFile{Mode: fs.ModeSymlink, Data: []byte(f.Symlink)}
		case f.Fill != nil:
			file.Data = []byte(f.Fill.Before + strings.Repeat(f.Fill.Char, f.Fill.Count))
		}
		fsys[f.Path] = file
	}
	return fsys
}

// sources are the folders of skills, in rising precedence.
var sources = []string{"extra", "bundled", "managed", "home/.agents/skills", "ws/.agents/skills", "ws/skills"}

// notHere are the vectors outside this package's responsibility, and why.
var notHere = map[string]string{
	"deep_without_own_skill_md": "the program looks one folder deep, then only below skills; Find looks " +
		"everywhere",
	"extra_md_next_to_skill_md":      "the program reads other Markdown files beside a SKILL.md too",
	"extra_md_same_fallback_name":    "the program reads other Markdown files beside a SKILL.md too",
	"gitignore_in_skill":             "the program obeys .gitignore",
	"size_limit_custom":              "the limit is a setting of the program",
	"size_bytes_not_chars":           "the limit is a setting of the program",
	"size_oversized_does_not_shadow": "the limit is a setting of the program",
	"default_per_source_200":         "how many skills a source may have is the system's to say",
	"candidates_cap_nested":          "how many skills a source may have is the system's to say",
}

// O-10: sources and names. O-12: what is dropped. O-13: who may call a skill.
func TestO10O12O13Trees(t *testing.T) {
	for _, v := range vectors[treeVector](t, "skills_dirs.json") {
		t.Run(v.ID, func(t *testing.T) {
			got, want := loadTree(v), wantTree(v)
			same := slices.Equal(got, want)
			if why := notHere[v.ID]; why != "" {
				if same {
					t.Errorf("agrees, though %s", why)
				}
				return
			}
			if !same {
				t.Errorf("entries (-want +got):\n%s", cmp.Diff(want, got))
			}
		})
	}
}

func loadTree(v treeVector) []string {
	var dirs []pipeline.SkillDir
	fsys := v.fs()
	for _, source := range sources {
		if _, err := fs.Stat(fsys, source); err != nil {
			continue
		}
		all, _ := skills.Find(fsys, source)
		dirs = append(dirs, all...)
	}
	var lines []string
	for _, s := range skills.Load(dirs, skills.Strict).Skills {
		user, noModel := s.Frontmatter.Flag("user-invocable", true), s.Frontmatter.Flag("disable-model-invocation",
			false)
		lines = append(lines, entry(s.Name, s.Description, path.Join(s.From.Path, skills.File), user, noModel))
	}
	return lines
}

func wantTree(v treeVector) []string {
	var lines []string
	for _, e := range v.Expected.Entries {
		at := strings.TrimPrefix(e.FilePath, "/case/fx/")
		lines = append(lines, entry(e.Name, e.Description, at, e.Invocation.UserInvocable,
			e.Invocation.DisableModelInvocation))
	}
	return lines
}

func entry(name, desc, at string, user, noModel bool) string {
	line, err := json.Marshal([]any{name, desc, at, user, noModel})
	if err != nil {
		panic(err)
	}
	return string(line)
}

// otherwise are the keys whose values differ between the program and this package, and why.
var otherwise = map[string]string{
	"f15 desc": "the program cuts the line end of a folded block off; it stays here, as it does in what a skill is " +
		"loaded with",
	"f7 f":   "the program prints the number 1.50 anew, as 1.5; the spelling is kept here",
	"f7 obj": "the program keeps a flow map as it is written; it is JSON here",
	"f7 nul": "null is a text to the program; it is nothing here",
}

// The program reads frontmatter that YAML rejects line by line, for its metadata alone: as Lenient does, though it
// drops the skill.
func TestO13FrontmatterVectors(t *testing.T) {
	type vector struct {
		ID, Input string
		Expected  struct {
			Frontmatter map[string]string
			Invocation  struct{ UserInvocable, DisableModelInvocation bool }
		}
	}
	for _, v := range vectors[vector](t, "frontmatter.json") {
		if strings.HasPrefix(v.Input, "\uFEFF") {
			continue // the program reads nothing after a byte order mark, Lenient does
		}
		s, _, err := skills.Parse([]byte(v.Input+"x"), "folder", skills.Lenient)
		if err != nil {
			t.Errorf("%s: %v", v.ID, err)
			continue
		}
		for key, want := range v.Expected.Frontmatter {
			got := s.Frontmatter.Text(key)
			if why := otherwise[v.ID+" "+key]; (got == want) != (why == "") {
				t.Errorf("%s: %s is %q, the program's %q, difference known: %q", v.ID, key, got, want, why)
			}
		}
		user, noModel := s.Frontmatter.Flag("user-invocable", true), s.Frontmatter.Flag("disable-model-invocation",
			false)
		if want := v.Expected.Invocation; user != want.UserInvocable || noModel != want.DisableModelInvocation {
			t.Errorf("%s: invocation %t, %t, want %+v", v.ID, user, noModel, want)
		}
	}
}
