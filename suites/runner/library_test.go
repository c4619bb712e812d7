package runner_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// shelf is a system that keeps the skills of each case.
type shelf struct {
	echo
	cases map[string]pipeline.Case
}

func (s shelf) Open(c pipeline.Case) (pipeline.Conversation, error) {
	s.cases[c.ID] = c
	return s.echo.Open(c)
}

// skillFiles returns a project with a library for all cases and skills of a case's own.
func skillFiles() fstest.MapFS {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	const turn = "turns: [{user: Hello, answers: {main: Hi.}}]\n"
	return fstest.MapFS{
		"suites/s.yaml":                      file("system: echo\nskills: [../fixtures/skills/shop, library]\n"),
		"suites/library/letter/SKILL.md":     file("---\nname: letter\ndescription: d\n---\nb"),
		"fixtures/skills/shop/SKILL.md":      file("---\nname: shop\ndescription: d\n---\nb"),
		"fixtures/skills/own/a/SKILL.md":     file("---\nname: a\ndescription: d\n---\nb"),
		"fixtures/skills/own/b/SKILL.md":     file("---\nname: b\ndescription: d\n---\nb"),
		"fixtures/conversations/none.yaml":   file(turn),
		"fixtures/conversations/also.yaml":   file(turn),
		"fixtures/conversations/own.yaml":    file("skills: [own]\n" + turn),
		"fixtures/conversations/inline.yaml": file("skills: [own/b, {name: i, text: x}]\n" + turn),
	}
}

// runShelf returns the cases by id, as their system got them.
func runShelf(t *testing.T, files fstest.MapFS) map[string]pipeline.Case {
	t.Helper()
	s := shelf{cases: map[string]pipeline.Case{}}
	run(t, inMemory(t, files), s, runner.Options{Workers: 1})
	return s.cases
}

// A case's own skills come first, then the suite's, in the order in which the two name them.
func TestLibraryOfSuiteAndCase(t *testing.T) {
	got := map[string][]string{}
	for id, c := range runShelf(t, skillFiles()) {
		for _, s := range skills.Load(c.Skills, skills.Lenient).Skills {
			got[id] = append(got[id], s.Name)
		}
	}
	want := map[string][]string{
		"none": {"shop", "letter"}, "also": {"shop", "letter"}, "own": {"a", "b", "shop", "letter"},
		"inline": {"b", "i", "shop", "letter"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("skills by case (-want +got):\n%s", d)
	}
}

// strictShelf is a shelf that keeps the last of two skills with one name.
type strictShelf struct{ shelf }

func (strictShelf) SkillPolicy() pipeline.SkillPolicy { return pipeline.SkillsStrict }

// Whichever of two skills a system keeps, a case's own wins over its suite's.
func TestSkillsOfTheCaseCount(t *testing.T) {
	files := skillFiles()
	files["fixtures/conversations/own.yaml"] = &fstest.MapFile{Data: []byte(
		"skills: [{name: shop, text: \"---\\nname: shop\\ndescription: mine\\n---\\nb\"}]\nturns: [{user: Hello, " +
			"answers: {main: Hi.}}]\n",
	)}
	for policy, sys := range map[skills.Policy]func(shelf) pipeline.System{
		skills.Lenient: func(s shelf) pipeline.System { return s },
		skills.Strict:  func(s shelf) pipeline.System { return strictShelf{s} },
	} {
		s := shelf{cases: map[string]pipeline.Case{}}
		run(t, inMemory(t, files), sys(s), runner.Options{Workers: 1})
		for _, skill := range skills.Load(s.cases["own"].Skills, policy).Skills {
			if skill.Name == "shop" && skill.From.Path != "shop" ||
				skill.Name == "shop" && skill.Description != "mine" {
				t.Errorf("policy %v: the skill %q from %s counts", policy, skill.Description, skill.From.Path)
			}
		}
	}
}

// Of a case's own skills with one name, the one whose source overrides the other's wins, in any order.
func TestSourceOfASkillCounts(t *testing.T) {
	const list = "skills:\n  - {name: one, source: %s, text: \"---\\nname: x\\ndescription: %s\\n---\\nb\"}\n" +
		"  - {name: two, text: \"---\\nname: x\\ndescription: no source\\n---\\nb\"}\n" +
		"  - {name: three, source: %s, text: \"---\\nname: x\\ndescription: %s\\n---\\nb\"}\n" +
		"turns: [{user: Hello, answers: {main: Hi.}}]\n"
	for policy, sys := range map[skills.Policy]func(shelf) pipeline.System{
		skills.Lenient: func(s shelf) pipeline.System { return s },
		skills.Strict:  func(s shelf) pipeline.System { return strictShelf{s} },
	} {
		for _, sources := range [][2]string{{"extra", "workspace"}, {"workspace", "extra"}, {"managed", "personal"}} {
			files := skillFiles()
			text := fmt.Sprintf(list, sources[0], sources[0], sources[1], sources[1])
			files["fixtures/conversations/own.yaml"] = &fstest.MapFile{Data: []byte(text)}
			s := shelf{cases: map[string]pipeline.Case{}}
			run(t, inMemory(t, files), sys(s), runner.Options{Workers: 1})
			want := sources[1]
			if sources[0] == "workspace" {
				want = sources[0]
			}
			for _, skill := range skills.Load(s.cases["own"].Skills, policy).Skills {
				if skill.Name == "x" && skill.Description != want {
					t.Errorf("policy %v, %v: the skill from %s counts", policy, sources, skill.Description)
				}
			}
		}
	}
}

// Cases with the same skills name the same library, all others another one; an edited skill makes a new library only
// for the cases that have it.
func TestLibraryDigest(t *testing.T) {
	before := runShelf(t, skillFiles())
	if before["none"].Library == "" || before["none"].Library != before["also"].Library {
		t.Errorf("two cases with the suite's skills: %q and %q", before["none"].Library, before["also"].Library)
	}
	all := map[string]string{}
	for _, id := range []string{"none", "own", "inline"} {
		if other, double := all[before[id].Library]; double {
			t.Errorf("%s and %s share a library", id, other)
		}
		all[before[id].Library] = id
	}
	for file, reached := range map[string][]string{
		"fixtures/skills/own/a/SKILL.md": {"own"},
		"fixtures/skills/own/b/SKILL.md": {"inline", "own"},
		"fixtures/skills/shop/SKILL.md":  {"also", "inline", "none", "own"},
		"suites/library/letter/SKILL.md": {"also", "inline", "none", "own"},
	} {
		files := skillFiles()
		files[file] = &fstest.MapFile{Data: append([]byte("---\nname: edited\n"), files[file].Data...)}
		after := runShelf(t, files)
		var changed []string
		for _, id := range []string{"also", "inline", "none", "own"} {
			if after[id].Library != before[id].Library {
				changed = append(changed, id)
			}
		}
		if d := cmp.Diff(reached, changed); d != "" {
			t.Errorf("%s edited, libraries changed (-want +got):\n%s", file, d)
		}
	}
	if c := runShelf(t, fstest.MapFS{
		"suites/s.yaml":                    {Data: []byte("system: echo\n")},
		"fixtures/conversations/none.yaml": {Data: []byte("turns: [{user: a, answers: {main: b}}]\n")},
	})["none"]; c.Library != "" || len(c.Skills) > 0 {
		t.Errorf("without skills: library %q, %d skills", c.Library, len(c.Skills))
	}
}

// A missing skill that a suite or a case names is an error at its line, before anything runs.
func TestLibraryErrors(t *testing.T) {
	for _, tt := range []struct{ file, text, want string }{
		{"suites/s.yaml", "system: echo\nskills: [nowhere]\n",
			"suites/s.yaml:2: skills: there is no folder suites/nowhere"},
		{"suites/s.yaml", "system: echo\nskills: [../fixtures/conversations]\n",
			"suites/s.yaml:2: skills: ../fixtures/conversations: no SKILL.md in"},
		{"suites/s.yaml", "system: echo\nskills: [/etc]\n",
			"suites/s.yaml:2: skills: /etc: want a folder relative to the suite"},
		{"suites/s.yaml", "system: echo\nskills: [../../elsewhere]\n",
			"suites/s.yaml:2: skills: ../../elsewhere: outside the project"},
		{"suites/s.yaml", "system: echo\nskills: library\n", "suites/s.yaml:2: skills"},
		{"fixtures/conversations/own.yaml", "turns: [{user: a}]\nskills:\n  - own\n  - owm\n",
			"fixtures/conversations/own.yaml:4: skills: there is no folder fixtures/skills/owm"},
		{"fixtures/conversations/own.yaml", "turns: [{user: a}]\nskills: [../conversations]\n",
			"fixtures/conversations/own.yaml:2: skills: want a folder below"},
	} {
		files := skillFiles()
		files[tt.file] = &fstest.MapFile{Data: []byte(tt.text)}
		_, err := project.Load(context.Background(), inMemory(t, files), map[string]pipeline.System{"echo": echo{}},
			nil, "")
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.text, err, tt.want)
		}
	}
}

// A skill edited after the run that no prompt shows does not prevent accepting: the requests are those shown.
func TestEditedSkillThatNoPromptShows(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, skillFiles()); err != nil {
		t.Fatal(err)
	}
	p, err := project.Open(os.DirFS(dir), dir)
	if err != nil {
		t.Fatal(err)
	}
	run(t, p, echo{}, runner.Options{Compare: true, Keep: &goldens.Run{Name: "r"}})
	edited := filepath.Join(dir, "fixtures", "skills", "own", "a", "SKILL.md")
	if err := os.WriteFile(edited, []byte("---\nname: a\ndescription: another\n---\nb"), 0o600); err != nil {
		t.Fatal(err)
	}
	systems := map[string]pipeline.System{"echo": echo{}}
	loaded, err := project.Load(context.Background(), p, systems, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	accepted, err := runner.AcceptAll(t, loaded, systems)
	if err != nil { // the prompts of this system show no skill
		t.Error(err)
	}
	var cases []string
	for _, a := range accepted {
		cases = append(cases, a.Case)
	}
	if d := cmp.Diff([]string{"also", "inline", "none", "own"}, cases); d != "" {
		t.Errorf("accepted (-want +got):\n%s", d)
	}
}

// A case names skills of its project; a link does not lead it to other folders of the machine.
func TestLibraryLinksAreNotFollowed(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	files := skillFiles()
	files["fixtures/conversations/own.yaml"] = &fstest.MapFile{
		Data: []byte("skills: [link]\nturns: [{user: Hello, answers: {main: Hi.}}]\n"),
	}
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(elsewhere, files); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(elsewhere, "fixtures", "skills", "own"), filepath.Join(dir, "fixtures", "skills",
		"link")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	p, err := project.Open(os.DirFS(dir), dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = project.Load(context.Background(), p, map[string]pipeline.System{"echo": echo{}}, nil, "")
	if err == nil || !strings.Contains(err.Error(), "fixtures/conversations/own.yaml:1: skills: ") {
		t.Errorf("%v, want an error at the line that names the link", err)
	}
}
