package mas_test

import (
	"path/filepath"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline/mas"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// What a prompt tells of the past is true, in every case of the repository: the steps of its history and how they
// ended, the memory, failures, refused answers, messages and who sent them, states of stages and tasks, entries of the
// pool, and who waits.
func TestWhatAPromptTellsOfThePastIsTrue(t *testing.T) {
	root := filepath.Join("..", "..")
	p, err := project.Open(disk.DirFS(root), root)
	if err != nil {
		t.Fatal(err)
	}
	systems, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"mas", "mas-fallbacks", "mas-program", "common-mas"} {
		watched, err := mas.NewWatched()
		if err != nil {
			t.Fatal(err)
		}
		systems["mas"] = watched
		suite, err := project.Load(t.Context(), p, systems, []string{name})
		if err != nil {
			t.Fatal(err)
		}
		prompts := 0
		err = runner.Run(t.Context(), suite, systems, runner.Options{}, func(r *result.Result) error {
			prompts += watched.Check(t, r)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if t.Logf("%s: %d prompts", name, prompts); prompts == 0 {
			t.Errorf("%s: no prompt was checked", name)
		}
	}
}
