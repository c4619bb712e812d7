package skills_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

func TestFindOrderAndNesting(t *testing.T) {
	file := &fstest.MapFile{Data: []byte(named("x", "d"))}
	fsys := fstest.MapFS{
		"SKILL.md":                   file,
		"b/SKILL.md":                 file,
		"b/A/SKILL.md":               file, // a skill in another skill's folder is its own
		"a.b/SKILL.md":               file,
		"a/SKILL.md":                 file,
		"a/scripts/run.sh":           file,
		"c/skill.md":                 file,
		".git/SKILL.md":              file,
		"node_modules/SKILL.md":      file,
		"1/2/3/4/5/6/7/8/SKILL.md":   file,
		"1/2/3/4/5/6/7/8/9/SKILL.md": file,
	}
	dirs, problems := skills.Find(fsys, ".")
	var paths []string
	for _, d := range dirs {
		paths = append(paths, d.Path)
	}
	if d := cmp.Diff([]string{".", "1/2/3/4/5/6/7/8", "a", "a.b", "b", "b/A"}, paths); d != "" {
		t.Errorf("folders (-want +got):\n%s", d)
	}
	want := []skills.Problem{
		{Path: ".git", Kind: "skipped", Detail: "this folder is not searched", Dropped: true},
		{Path: "1/2/3/4/5/6/7/8/9", Kind: "nesting", Detail: "more than 8 folders deep, not searched", Dropped: true},
		{Path: "c/skill.md", Kind: "file-name", Detail: "not read: the name of the file is SKILL.md", Dropped: true},
		{Path: "node_modules", Kind: "skipped", Detail: "this folder is not searched", Dropped: true},
	}
	if d := cmp.Diff(want, problems); d != "" {
		t.Errorf("problems (-want +got):\n%s", d)
	}
}

func TestFindWithoutFolder(t *testing.T) {
	dirs, problems := skills.Find(fstest.MapFS{}, "gone")
	want := []skills.Problem{{Path: "gone", Kind: "unreadable", Detail: "file does not exist", Dropped: true}}
	if d := cmp.Diff(want, problems); d != "" || len(dirs) > 0 {
		t.Errorf("%v (-want +got):\n%s", dirs, d)
	}
}

// tree writes files, and links for contents that begin with "-> ".
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		at := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if target, ok := strings.CutPrefix(content, "-> "); ok {
			if err := os.Symlink(filepath.FromSlash(target), at); err != nil {
				t.Skipf("no symbolic links here: %v", err)
			}
			continue
		}
		if err := os.WriteFile(at, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// Links are not followed: not out of the folder, not in a circle, not to nothing, not to a neighbour.
func TestLinks(t *testing.T) {
	root := tree(t, map[string]string{
		"outside/SKILL.md":     named("outside", "d"),
		"outside/secret":       "s",
		"in/good/SKILL.md":     named("good", "d"),
		"in/good/secret":       "-> ../../outside/secret",
		"in/out":               "-> ../outside",
		"in/circle/again":      "-> ../circle",
		"in/neighbour":         "-> good",
		"in/broken":            "-> nowhere",
		"in/file/SKILL.md":     "-> ../../outside/SKILL.md",
		"in/self/SKILL.md":     "-> SKILL.md",
		"in/absolute/SKILL.md": "-> /etc/passwd",
	})
	for about, open := range map[string]func(string) *skills.Report{
		"os.DirFS": func(dir string) *skills.Report { return skills.Check(os.DirFS(dir), skills.Lenient) },
		"os.Root": func(dir string) *skills.Report {
			r, err := os.OpenRoot(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			return skills.Check(r.FS(), skills.Lenient)
		},
	} {
		want := &skills.Report{Files: 4, OK: 1}
		for _, link := range [][2]string{
			{"absolute/SKILL.md", "/etc/passwd"}, {"broken", "nowhere"}, {"circle/again", "../circle"},
			{"file/SKILL.md", "../../outside/SKILL.md"}, {"good/secret", "../../outside/secret"}, {"neighbour", "good"},
			{"out", "../outside"}, {"self/SKILL.md", "SKILL.md"},
		} {
			detail := "a symbolic link, not followed: it leads to " + filepath.FromSlash(link[1])
			want.Problems = append(want.Problems, skills.Problem{Path: link[0], Kind: skills.KindLink, Detail: detail,
				Dropped: true})
		}
		if d := cmp.Diff(want, open(filepath.Join(root, "in"))); d != "" {
			t.Errorf("%s (-want +got):\n%s", about, d)
		}
	}
}

// A skill's folder in an os.Root opens nothing outside.
func TestSkillDirStaysInside(t *testing.T) {
	root := tree(t, map[string]string{
		"outside/secret":   "s",
		"in/good/SKILL.md": named("good", "d"),
		"in/good/out":      "-> ../../outside/secret",
	})
	r, err := os.OpenRoot(filepath.Join(root, "in"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	dirs, _ := skills.Find(r.FS(), ".")
	if len(dirs) != 1 {
		t.Fatalf("%d folders, want 1", len(dirs))
	}
	for _, name := range []string{"out", "../../outside/secret"} {
		if f, err := dirs[0].Dir.Open(name); err == nil {
			f.Close()
			t.Errorf("%s was opened", name)
		}
	}
}

func TestCheckOfNothing(t *testing.T) {
	got, err := json.Marshal(skills.Check(fstest.MapFS{"readme.md": {}}, skills.Lenient))
	if want := `{"files":0,"ok":0,"problems":[]}`; err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}
