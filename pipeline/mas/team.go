package mas

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// team is one conversation: the agents with their steps, and their common tasks.
type team struct {
	block   *Block
	router  router
	agents  []*agent // in the block's order
	byID    map[string]*agent
	sync    *syncstate.Sync
	started bool // the first stages

	// of the turn
	place  *pipeline.Runtime
	steps  map[string]*pipeline.Runtime // places of the executed steps
	undone []undone                     // what could not be done
	out    pipeline.Outcome
}

// newTeam returns the team of a checked block. Its error is about skills without a configuration.
func newTeam(p *message.Prompts, b *Block, tools []pipeline.Tool) (*team, error) {
	guides, err := guidesOf(p, b, tools)
	if err != nil {
		return nil, err
	}
	t := &team{block: b, byID: map[string]*agent{}, sync: &syncstate.Sync{Compat: b.Compat}}
	t.router = newRouter(setting{prompts: p, guides: guides, compat: b.Compat, tasks: tasks{t.sync}}, tools)
	for i, m := range b.Team {
		a := &agent{Agent: m.state(fmt.Sprintf("team[%d]", i), b.Compat)}
		if err := p.Check(&a.Agent, guides, b.Compat); err != nil {
			return nil, &pipeline.InputError{What: "mas: " + err.Error()}
		}
		t.agents, t.byID[m.ID] = append(t.agents, a), a
		t.sync.Team.Set(m.ID, who(&a.Agent))
	}
	stages := 0
	for i, task := range b.tasks() {
		t.sync.AddTask(task.state(i, &stages, b))
	}
	return t, nil
}

// state returns the agent's initial state; key is its place in the block.
func (m Member) state(key string, compat state.Compat) state.Agent {
	text := func(name, said string) state.Text { return state.TextOf(inBlock(key+"."+name), said) }
	a := state.Agent{
		ID: m.ID, Name: text("name", m.name()), Role: text("role", m.Role), Profile: text("profile", m.Profile),
		Working: state.Unassigned, Tools: m.Tools, Skills: m.skills(compat), Memory: state.MemoryText(m.memory(key)),
		Steps: state.AgentStep{AgentID: m.ID, Compat: compat},
	}
	if compat == state.Program { // the first turn, which has a clock, adds the memory
		a.Memory = state.MemoryDict(state.Map[state.Text]{})
	}
	return a
}

// who tells a manager who an agent is.
func who(a *state.Agent) state.Text {
	return state.Text{Pieces: pipeline.JoinPieces(
		code.Of("（"), a.Name.Pieces, code.Of("，"), a.Role.Pieces, code.Of("）："), a.Profile.Pieces,
	)}
}

// state returns the initial state of the task, the block's i-th; stages counts those of all tasks.
func (t Task) state(i int, stages *int, b *Block) *state.Task {
	key := fmt.Sprintf("tasks[%d]", i)
	id := func(kind string) string { return t.id(i) }
	task := state.NewTask(id, state.TextOf(inBlock(key+".intention"), t.Intention), t.group(b.Team)...)
	for k, s := range t.Stages {
		at := fmt.Sprintf("%s.stages[%d]", key, k)
		var goals state.Map[state.Text]
		for _, agent := range t.group(b.Team) {
			if goal, has := s.Goals[agent]; has {
				goals.Set(agent, state.TextOf(inBlock(at+".goals."+agent), goal))
			}
		}
		name := s.id(*stages)
		*stages++
		task.NewStage(func(string) string { return name }, state.TextOf(inBlock(at+".intention"), s.Intention), goals)
	}
	return task
}

func (t *team) startStage(task *state.Task, s *state.Stage) {
	t.report(t.sync.StartStage(task, s, syncstate.By{Sender: task.Manager(), Mark: t.place.Mark()}))
	t.stageEvent(s)
}

func (t *team) stageEvent(s *state.Stage) {
	t.place.Event(eventStage, map[string]any{"task": s.TaskID, "stage": s.ID, "state": s.Execution})
}

func (t *team) taskEvent(task *state.Task) {
	t.place.Event(eventTask, map[string]any{"task": task.ID, "state": task.Execution})
}

// fails notes what could not be done, and nothing mends.
func (t *team) fails(what string) { t.undone = append(t.undone, undone{what: what}) }

// report reports a model's impossible request.
func (t *team) report(err error) {
	if err != nil {
		t.place.Event(eventIgnored, map[string]any{"why": err.Error()})
	}
}
