package project_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"testing/fstest"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Load stops when canceled during the search for a suite's skills; skills found before stay readable while cases need
// them.
func TestLoadStopsAmongSkills(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, fstest.MapFS{
		"suites/s.yaml":                {Data: []byte("system: beaver\nskills: [../fixtures/skills]\n")},
		"fixtures/skills/tea/SKILL.md": {Data: []byte("---\nname: tea\ndescription: Tea\n---\nBoil water.\n")},
		"fixtures/conversations/a.yaml": {Data: []byte(
			"turns: [{user: Hi, answers: {router: {action: simple_chat}, main: Hi}}]\n")},
	}); err != nil {
		t.Fatal(err)
	}
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	p, err := project.Find(".", dir)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	loaded, err := project.Load(ctx, p, known, nil)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	dirs, _, err := loaded[0].SkillsOf(nil, nil)
	if err != nil || len(dirs) != 1 {
		t.Fatalf("skills %v, %v", dirs, err)
	}
	if f, err := dirs[0].Dir.Open("SKILL.md"); err != nil {
		t.Errorf("a skill that was found: %v", err)
	} else if err := f.Close(); err != nil {
		t.Error(err)
	}
	if _, err := project.Load(ctx, p, known, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}
