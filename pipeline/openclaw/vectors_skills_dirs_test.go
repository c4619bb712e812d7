package openclaw

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// dirsVector is a tree of files with the folders of skills.
type dirsVector struct {
	machine
	Root, WorkspaceDir, BundledSkillsDir, ManagedSkillsDir string

	Files []struct {
		Path, Content, Symlink string
		Dir                    bool
		Fill                   *struct {
			Before, Char string
			Count        int
		}
	}
}

// loadedVector is the skills that the program loaded from the tree, and its results for them.
type loadedVector struct {
	Entries        []entryVector `json:"entries"`
	SnapshotSkills []any         `json:"snapshotSkills"`
	catalogueVector
}

type entryVector struct {
	Name        string               `json:"name"`
	Description string               `json:"description"`
	FilePath    string               `json:"filePath"`
	Source      string               `json:"source"`
	Frontmatter map[string]string    `json:"frontmatter"`
	Metadata    any                  `json:"metadata,omitempty"`
	Invocation  catalogue.Invocation `json:"invocation"`
}

// tree returns the file system, from its root on.
func (v dirsVector) tree() fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, f := range v.Files {
		file := &fstest.MapFile{Data: []byte(f.Content)}
		switch {
		case f.Dir:
			file.Mode = fs.ModeDir
		case f.Symlink != "":
			file = &fstest.MapFile{Mode: fs.ModeSymlink, Data: []byte(f.Symlink)}
		case f.Fill != nil:
			file.Data = []byte(f.Fill.Before + strings.Repeat(f.Fill.Char, f.Fill.Count))
		}
		fsys[inTree(path.Join(v.Root, f.Path))] = file
	}
	return fsys
}

func inTree(at string) string { return strings.TrimPrefix(path.Clean(at), "/") }

// roots returns the folders of the sources, in rising precedence.
func (v dirsVector) roots(s catalogue.Settings) []catalogue.Root {
	var all []catalogue.Root
	add := func(source, dir string) {
		if dir = jstext.Trim(dir); dir != "" {
			at := path.Clean(s.Absolute(dir))
			all = append(all, catalogue.Root{Source: source, Dir: inTree(at), Shown: at})
		}
	}
	config, _ := v.Config["skills"].(map[string]any)
	load, _ := config["load"].(map[string]any)
	for _, dir := range texts(load["extraDirs"]) {
		add("extra", dir)
	}
	add("bundled", v.BundledSkillsDir)
	add("managed", v.ManagedSkillsDir)
	add("personal", path.Join(v.Home, ".agents", "skills"))
	add("project", path.Join(v.WorkspaceDir, ".agents", "skills"))
	add("workspace", path.Join(v.WorkspaceDir, "skills"))
	return all
}

// O-10, O-12, O-13: what is found, loaded and merged in a tree; then as in TestVectorSkillsEntries.
func TestVectorSkillsDirs(t *testing.T) {
	eachCase(t, "skills_dirs.json", func(t *testing.T, v vector[json.RawMessage, loadedVector], by func(string)) {
		var in dirsVector
		counted(t, v.Input, &in)
		s := in.settings(t)
		var places []skills.Place
		for _, root := range in.roots(s) {
			found, _ := catalogue.FindRoots(in.tree(), root, s.Limits)
			places = append(places, found...)
		}
		fields := map[string]map[string]string{} // by location
		for _, at := range places {
			if text, err := fs.ReadFile(at.Dir, at.Name()); err == nil {
				fields[path.Join(at.Path, at.Name())] = manifest(string(text)).Fields
			}
		}
		lib := catalogue.LoadPlaces(places, s)
		always, atHome := false, false
		got := loadedVector{Entries: []entryVector{}}
		for _, e := range lib.Entries {
			got.Entries = append(got.Entries, entryVector{
				e.Name, e.Description, written(e.Location), program(e.Source), fields[e.Location],
				asJSON(t, e.Metadata), e.Invocation,
			})
			always = always || e.Metadata != nil && e.Metadata.Always != nil
			atHome = atHome || s.Shown(e.Location) != e.Location
		}
		compareByRule(t, s, onlyProgram(always, atHome), by, func(s catalogue.Settings) string {
			got.catalogueVector = shown(t, lib.Snapshot(s, programIntroduction))
			got.SnapshotSkills, got.Skills = got.Skills, nil
			got.PromptChars, got.ResolvedSkillNames, got.SkillFilter = 0, nil, nil // not in these vectors
			return cmp.Diff(v.Expected, got, cmp.AllowUnexported(loadedVector{}))
		})
	})
}

// program returns the program's name of a source.
func program(source string) string {
	if source == "personal" || source == "project" {
		return "agents-skills-" + source
	}
	return "openclaw-" + source
}
