package mas

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// someTeam generates a block of agents, some with odd ids, some without what they need.
func someTeam(t *rapid.T) *Block {
	compats := []state.Compat{state.Document, state.Document, state.Program}
	compat := rapid.SampledFrom(compats).Draw(t, "compat")
	rounds := rapid.SampledFrom([]int{12, 3, 1}).Draw(t, "rounds")
	b := &Block{Compat: compat, Limits: Limits{Rounds: rounds}, Humans: []string{"wang"}}
	ids := []string{"lin", "仓库/莫", "c:d#2", "e f"}[:rapid.SampledFrom([]int{2, 3, 4, 1}).Draw(t, "agents")]
	for _, id := range ids {
		m := Member{ID: id, Role: "角色", Memory: rapid.SampledFrom([]string{"", "### 旧\n- 记"}).Draw(t, "memory")}
		if rapid.IntRange(0, 9).Draw(t, "fewer skills") == 9 {
			m.Skills = rapid.SliceOfNDistinct(rapid.SampledFrom(skillsOf(compat)), 0, 5, rapid.ID).Draw(t, "skills")
		} else {
			m.Skills = skillsOf(compat)
		}
		if rapid.IntRange(0, 5).Draw(t, "no tools") < 5 {
			m.Tools = []string{"stock"}
		}
		b.Team = append(b.Team, m)
	}
	for i := range rapid.SampledFrom([]int{1, 1, 2, 0}).Draw(t, "tasks") {
		task := Task{ID: fmt.Sprint("t", i+1), Intention: "做完"}
		for k := range rapid.SampledFrom([]int{2, 1, 3, 0}).Draw(t, "stages") {
			goals := map[string]string{}
			for _, id := range rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 1, -1, rapid.ID).Draw(t, "goals") {
				goals[id] = "做好 " + id
			}
			task.Stages = append(task.Stages, Stage{ID: fmt.Sprint("s", k+1+10*i), Intention: "一步", Goals: goals})
		}
		b.Tasks = append(b.Tasks, task)
	}
	return b
}

// story is the result of a conversation of three turns and its end.
type story struct {
	log  []pipeline.Entry
	sent map[string][]pipeline.Message
	outs []pipeline.Outcome
}

// exchanges returns the calls of a story by their place, in order.
func (s story) exchanges(said map[string]string) map[string][]exchange {
	all, reasons := map[string][]exchange{}, map[string]pipeline.Reason{}
	for _, e := range s.log {
		if e.Kind == pipeline.EntryFallback {
			reasons[e.Path] = e.Fallback.Reason
		}
	}
	for _, e := range s.log {
		if e.Kind == pipeline.EntryCall {
			place := placeOfCall(e.Path)
			all[place] = append(all[place], exchange{e.Path, s.sent[e.Path], said[e.Path], reasons[e.Path]})
		}
	}
	return all
}

// tell runs the conversation of a block. check inspects the team after each turn.
func tell(t *rapid.T, sys pipeline.System, block *Block, o *oracle, check func(*team)) story {
	tools := []pipeline.Tool{{Name: "stock", Description: "查询库存。"}}
	c, err := sys.Open(pipeline.Case{Block: block, Tools: tools})
	if err != nil {
		t.Fatal(err)
	}
	o.agents, o.skills = agentIDs(block.Team), skillsOf(block.Compat)
	o.asking, o.sent, o.said = map[string]bool{}, map[string][]pipeline.Message{}, map[string]string{}
	root := pipeline.NewRuntime(&pipeline.Env{
		Model: o, Tools: o, Stages: sys.Stages(),
		Settings: func(string) pipeline.StageSettings { return pipeline.StageSettings{Deadline: time.Minute} },
	}, time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC))
	s := story{sent: o.sent}
	for i := range 4 {
		in := pipeline.Input{Kind: pipeline.UserMessage, Text: "开始吧"}
		if i == 3 {
			in = pipeline.Input{Kind: pipeline.End}
		} else if i > 0 {
			no := false
			in.Block = &TurnBlock{Receiver: block.Team[len(block.Team)-1].ID, NeedReply: &no}
		}
		rt := root.At("turn-"+fmt.Sprint(i+1), "")
		out, err := c.Turn(context.Background(), rt, in)
		root.After(rt.Mark())
		if err := errors.Join(append(rt.Errs(), err, out.Check())...); err != nil {
			t.Fatal(err)
		}
		s.outs = append(s.outs, out)
		check(teamOf(c))
	}
	s.log = root.Log()
	return s
}

func teamOf(c pipeline.Conversation) *team {
	if ch, ok := c.(*chronicle); ok {
		return ch.team
	}
	return c.(*team)
}

// For any team and any answers of its models: each turn ends within its rounds, with a valid status; one step runs in
// an agent and one stage in a task at a time; a group lasts as long as its task; and an agent rebuilt from its state
// gives the same prompts (A0). The result does not depend on scheduling.
func TestEveryTurnEndsA0(t *testing.T) {
	sys, err := New()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		block, seed := someTeam(t), rapid.Uint64().Draw(t, "seed")
		var told [2]story
		for i := range told {
			o := &oracle{seed: seed}
			told[i] = tell(t, sys, block, o, func(team *team) {
				checkTeam(t, team)
				checkAgents(t, team)
			})
			if len(o.twice) > 0 {
				t.Fatalf("two steps of an agent at a time: %s", o.twice)
			}
		}
		checkLog(t, block, told[0].log)
		if !reflect.DeepEqual(told[0], told[1]) {
			t.Fatalf("a second run differs:\n%s", cmp.Diff(fmt.Sprint(told[0]), fmt.Sprint(told[1])))
		}
	})
}

// What prompts tell of the past is true for any team, whatever its models answer, and whatever fails.
func TestWhatAnyPromptTellsOfThePastIsTrue(t *testing.T) {
	w, err := NewWatched()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		o := &oracle{seed: rapid.Uint64().Draw(t, "seed")}
		s := tell(t, w, someTeam(t), o, func(*team) {})
		checkTold(t, "story", w.told[""], s.exchanges(o.said))
	})
}

// checkTeam checks a team after a turn against A0's rules for tasks, stages and steps.
func checkTeam(t *rapid.T, team *team) {
	for id, task := range team.sync.Tasks.All() {
		runs := 0
		for _, s := range task.Stages {
			if s.Execution == state.Running {
				runs++
			}
		}
		if team.block.Compat != state.Program && runs > 1 {
			t.Fatalf("task %s: %d stages run", id, runs)
		}
		if team.block.Compat != state.Program && task.Execution.Over() && (len(task.Group) > 0 || runs > 0) {
			t.Fatalf("task %s is %s: its group is %v, %d stages run", id, task.Execution, task.Group, runs)
		}
	}
	for _, a := range team.agents {
		if s := a.Steps.Running(); s != nil {
			t.Fatalf("agent %s still runs %s", a.ID, s.ID)
		}
	}
}

// checkAgents rebuilds each agent from its state, and compares the prompts of all its steps. The program shows a
// refused answer if it no longer knows that a model gave it.
func checkAgents(t *rapid.T, team *team) {
	for _, a := range team.agents {
		if team.block.Compat == state.Program {
			continue
		}
		raw, err := json.Marshal(&a.Agent)
		if err != nil {
			t.Fatal(err)
		}
		again := state.Agent{Steps: state.AgentStep{Compat: team.block.Compat}}
		if err := json.Unmarshal(raw, &again); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		for i, step := range a.Steps.List {
			of := team.router[key{state.TypeSkill, planning}].(skillExecutor).setting
			view := message.View{Agent: &a.Agent, Step: step, Guides: of.guides, Compat: of.compat}
			want, wantErr := of.prompts.Build(view)
			view.Agent, view.Step = &again, again.Steps.List[i]
			got, err := of.prompts.Build(view)
			if (err == nil) != (wantErr == nil) {
				t.Fatalf("%s: %v, %v", step.ID, wantErr, err)
			}
			if d := cmp.Diff(contents(want), contents(got)); d != "" {
				t.Fatalf("agent %s, made anew, asks otherwise:\n%s", a.ID, d)
			}
		}
	}
}

func contents(messages []pipeline.Message) (all []string) {
	for _, m := range messages {
		all = append(all, string(m.Role), m.Content())
	}
	return all
}

// checkLog counts rounds and stages.
func checkLog(t *rapid.T, block *Block, log []pipeline.Entry) {
	running := map[string]string{}
	steps := map[string]int{}
	for _, e := range log {
		switch {
		case e.Kind == pipeline.EntryPlace && strings.Contains(e.Path, "/step:"):
			agent, _, _ := strings.Cut(e.Path, "/step:")
			if steps[agent]++; steps[agent] > block.Limits.Rounds {
				t.Fatalf("%s: %d rounds are allowed", e.Path, block.Limits.Rounds)
			}
		case e.Kind == pipeline.EntryEvent && e.Stage == eventStage:
			var s struct{ Task, Stage, State string }
			if err := json.Unmarshal(e.Value, &s); err != nil {
				t.Fatal(err)
			}
			if was := running[s.Task]; s.State == string(state.Running) && was != "" {
				t.Fatalf("task %s: stage %s starts while %s runs", s.Task, s.Stage, was)
			} else if s.State == string(state.Running) {
				running[s.Task] = s.Stage
			} else if was == s.Stage {
				delete(running, s.Task)
			}
		}
	}
}

// A call with another answer changes only calls that rest on it.
func TestOneAnswerChangesWhatIsDeeperA0(t *testing.T) {
	sys, err := New()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		block, seed := someTeam(t), rapid.Uint64().Draw(t, "seed")
		without := tell(t, sys, block, &oracle{seed: seed}, func(*team) {})
		depths := callDepths(without.log)
		if len(depths) == 0 {
			return
		}
		paths := make([]string, 0, len(depths))
		for path := range depths {
			paths = append(paths, path)
		}
		slices.Sort(paths)
		broken := rapid.SampledFrom(paths).Draw(t, "broken")
		with := tell(t, sys, block, &oracle{seed: seed, other: broken}, func(*team) {})
		deeper := func(path string, depths map[string]int) {
			if path != broken && depths[path] <= depths[broken] {
				t.Fatalf("%s (depth %d) depends on %s (depth %d)", path, depths[path], broken, depths[broken])
			}
		}
		now := callDepths(with.log)
		for path, messages := range without.sent {
			if _, asked := with.sent[path]; !asked || cmp.Diff(contents(messages), contents(with.sent[path])) != "" {
				deeper(path, depths)
			}
		}
		for path := range with.sent {
			if _, asked := without.sent[path]; !asked {
				deeper(path, now)
			}
		}
	})
}

// callDepths returns how many calls each call rests on.
func callDepths(log []pipeline.Entry) map[string]int {
	depths := map[string]int{}
	for _, e := range log {
		if e.Kind == pipeline.EntryCall {
			depths[e.Path] = e.Depth
		}
	}
	return depths
}
