package mas

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// An invalid block is an error of the case that names the key.
func TestBlockErrors(t *testing.T) {
	team := []Member{{ID: "a"}, {ID: "b"}}
	goals := map[string]string{"a": "…"}
	for want, b := range map[string]*Block{
		`mas: compat: want program or nothing, got "head"`:  {Team: team, Compat: "head"},
		`mas: team[1]: id: there are two of the name "a"`:   {Team: []Member{{ID: "a"}, {ID: "a"}}},
		`mas: team[0]: id: "user" is who talks to the team`: {Team: []Member{{ID: "user"}}},
		`mas: team[0]: id: want a name, got ""`:             {Team: []Member{{}}},
		`mas: team[0] (a): skills: there is no skill "decision" (there are: planning, `: {Team: []Member{
			{ID: "a", Skills: []string{"decision"}}}},
		`mas: team[0] (a): tools: there is no tool "find" (there are: search)`: {Team: []Member{
			{ID: "a", Tools: []string{"find"}}}},
		`mas: team[0] (a): memory: "## Rules": headings begin at ###`: {Team: []Member{{ID: "a",
			Memory: "x\n## Rules\n"}}},
		`mas: humans[0]: there are two of the name "b"`: {Team: team, Humans: []string{"b"}},
		`mas: skills: there is no skill "plan"`: {Team: team,
			Skills: map[string]Guide{"plan": {}}},
		`mas: tools: there is no tool "find"`: {Team: team,
			Tools: map[string]Guide{"find": {}}},
		`mas: tasks[0]: group: there is no agent "c" (there are: a, b)`: {Team: team,
			Tasks: []Task{{Group: []string{"c"}}}},
		`mas: tasks[0]: group: an agent stands there twice`: {Team: team,
			Tasks: []Task{{Group: []string{"a", "a"}}}},
		`mas: tasks[1]: id: there are two of the name "x"`: {Team: team, Tasks: []Task{{ID: "x"},
			{ID: "x"}}},
		`mas: tasks[0]: stages[0]: goals: want an agent with its goal`: {Team: team,
			Tasks: []Task{{Stages: []Stage{{}}}}},
		`mas: tasks[0]: stages[0]: goals: there is no agent "a" (there are: b) in the task's group`: {Team: team,
			Tasks: []Task{
				{Group: []string{"b"}, Stages: []Stage{{Goals: goals}}}}},
		`mas: tasks[1]: stages[0]: id: there are two of the name "s"`: {Team: team, Tasks: []Task{
			{Stages: []Stage{{ID: "s", Goals: goals}}}, {Stages: []Stage{{ID: "s", Goals: goals}}}}},
		`mas: tasks[0]: stages[0]: id: there are two of the name "no_stage"`: {Team: team, Tasks: []Task{
			{Stages: []Stage{{ID: state.StageNone, Goals: goals}}}}},
	} {
		sys, err := New()
		if err != nil {
			t.Fatal(err)
		}
		_, err = sys.Open(pipeline.Case{Block: b, Tools: []pipeline.Tool{{Name: "search"}}})
		if wrong, ok := errors.AsType[*pipeline.InputError](err); !ok || !strings.HasPrefix(wrong.What, want) {
			t.Errorf("want %s\ngot  %v", want, err)
		}
	}
}

// Unsupported inputs are skipped; an invalid turn is an error of the case.
func TestUnsupportedAndTurnErrors(t *testing.T) {
	sys, err := New()
	if err != nil {
		t.Fatal(err)
	}
	b := &Block{Team: []Member{{ID: "a"}}}
	for what, c := range map[string]pipeline.Case{
		"team": {Block: &Block{}}, "history": {Block: b, History: []pipeline.Message{{}}},
	} {
		if _, err := sys.Open(c); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	c, err := sys.Open(pipeline.Case{Block: b})
	if err != nil {
		t.Fatal(err)
	}
	for want, in := range map[string]pipeline.Input{
		"not supported: acceptance":            {Kind: pipeline.UserMessage, Acceptance: pipeline.Accepted},
		"not supported: a turn that":           {Kind: pipeline.Heartbeat},
		`mas: receiver: there is no agent "b"`: {Kind: pipeline.UserMessage, Block: &TurnBlock{Receiver: "b"}},
		`mas: task: there is no task "x"`:      {Kind: pipeline.UserMessage, Block: &TurnBlock{Task: "x"}},
		`mas: stage_relative: there is no stage "s" (there are: no_relative)`: {Kind: pipeline.UserMessage,
			Block: &TurnBlock{StageRelative: "s"}},
	} {
		_, err := c.Turn(t.Context(), pipeline.NewRuntime(&pipeline.Env{Stages: sys.Stages()}, time.Unix(0, 0)), in)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("want %s\ngot  %v", want, err)
		}
	}
}
