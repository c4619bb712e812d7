// Package mas is a team of agents: each has a queue of steps; they run side by side in rounds, and write to each other.
package mas

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Reasons of the system's own.
const (
	forbidden     pipeline.Reason = "forbidden_executor" // a plan names a skill or tool that the agent may not use
	memoryLost    pipeline.Reason = "memory_lost"        // an answer says nothing of the agent's memory
	unknownAgent  pipeline.Reason = "unknown_agent"      // a message is for somebody who is not there
	noInstruction pipeline.Reason = "no_instruction"     // a tool step that nothing was generated for
	toolError     pipeline.Reason = "tool_error"
	tooManyRounds pipeline.Reason = "rounds"
)

// Block is what a case says of the team and its task.
type Block struct {
	Team   []Member `json:"team" strict:"required"` // the first one gets what comes without a receiver
	People []string `json:"people"`                 // whom the agents can write to, besides the user
	Stages []Stage  `json:"stages"`                 // of the task, one after the other
	Rounds int      `json:"rounds" strict:"positive"`
}

// Member is an agent as the case describes it.
type Member struct {
	ID     string   `json:"id" strict:"required"`
	Role   string   `json:"role"`
	Skills []string `json:"skills"`
	Tools  []string `json:"tools"`
}

// Stage is a part of the task: who has which goal in it.
type Stage struct {
	Intention string            `json:"intention" strict:"required"`
	Goals     map[string]string `json:"goals" strict:"required"`
}

// TurnBlock says whom a message is for.
type TurnBlock struct {
	To        string `json:"to"`
	NeedReply bool   `json:"need_reply"`
}

// System is the architecture; it has nothing to set.
type System struct{}

// Name implements pipeline.System.
func (System) Name() string { return "mas" }

// Blocks implements pipeline.System.
func (System) Blocks() (ofCase, ofTurn any) { return &Block{Rounds: 20}, &TurnBlock{} }

// Stages implements pipeline.System. Every skill reads what stands between its tags, and each agent can have a model of
// its own for it.
func (System) Stages() []pipeline.Stage {
	var stages []pipeline.Stage
	for _, s := range skills() {
		stage := pipeline.Stage{
			Name: s.name, Calls: true, Reads: pipeline.ReadsTagged, Variants: []string{pipeline.AnyVariant},
			Fallback: "the step fails, and the agent goes on with its next one",
			Example:  "<" + s.tag + ">…</" + s.tag + ">",
		}
		if s.plans {
			stage.Decides = []pipeline.Decides{pipeline.DecidesPlan}
			stage.Reasons = []pipeline.Reason{forbidden, memoryLost}
		}
		stages = append(stages, stage)
	}
	return append(stages,
		pipeline.Stage{Name: "tool", Fallback: "the step fails", Reasons: []pipeline.Reason{noInstruction, toolError}},
		pipeline.Stage{
			Name: "dispatch", Fallback: "nobody gets the message", Reasons: []pipeline.Reason{unknownAgent},
			Decides: []pipeline.Decides{pipeline.DecidesRoute},
		},
		pipeline.Stage{Name: "sync", Fallback: "the turn ends as failed", Reasons: []pipeline.Reason{tooManyRounds}},
	)
}

// Open implements pipeline.System.
func (System) Open(c pipeline.Case) (pipeline.Conversation, error) {
	b := c.Block.(*Block)
	team := &team{block: b, byID: map[string]*agent{}}
	for i, m := range b.Team {
		a := &agent{Member: m, source: pipeline.CaseText(fmt.Sprintf("mas.team[%d]", i))}
		team.agents, team.byID[m.ID] = append(team.agents, a), a
	}
	for i, s := range b.Stages {
		for id := range s.Goals {
			if team.byID[id] == nil {
				return nil, &pipeline.InputError{What: fmt.Sprintf("mas: stages[%d]: there is no agent %q", i, id)}
			}
		}
		team.stages = append(team.stages, &stage{Stage: s, id: "stage-" + strconv.Itoa(i+1), state: "init"})
	}
	return team, nil
}

// skill is something that an agent can do with one call: what its answer stands between, and whether it plans steps.
type skill struct {
	name, tag string
	plans     bool
}

func skills() []skill {
	return []skill{
		{"planning", "planned_step", true}, {"reflection", "reflection_step", true},
		{"instruction_generation", "tool_instruction", false},
		{"think", "_think", false}, {"quick_think", "quick_think", false},
		{"send_message", "send_message", false}, {"process_message", "process_message", false},
		{"summary", "summary", false},
	}
}

// skillOf is the skill of a name; ok is false for the name of a tool.
func skillOf(name string) (s skill, ok bool) {
	all := skills()
	i := slices.IndexFunc(all, func(s skill) bool { return s.name == name })
	if i < 0 {
		return skill{}, false
	}
	return all[i], true
}
