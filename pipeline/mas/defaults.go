package mas

import (
	"cmp"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// id returns the id of the task, the block's i-th.
func (t Task) id(i int) string { return cmp.Or(t.ID, "task-"+strconv.Itoa(i+1)) }

// group returns the agents of the task.
func (t Task) group(team []Member) []string {
	if len(t.Group) > 0 {
		return t.Group
	}
	return agentIDs(team)
}

// id returns the id of the stage, the n-th of all tasks, from 0.
func (s Stage) id(n int) string { return cmp.Or(s.ID, "stage-"+strconv.Itoa(n+1)) }

// tasks returns the block's tasks; if it has none, one without stages.
func (b *Block) tasks() []Task {
	if len(b.Tasks) > 0 {
		return b.Tasks
	}
	return []Task{{}}
}

func (m Member) name() string { return cmp.Or(m.Name, m.ID) }

// skills returns the skills that the agent may plan.
func (m Member) skills(compat state.Compat) []string {
	if m.Skills != nil {
		return m.Skills
	}
	return defaultSkills(compat)
}

func (b *TurnBlock) needReply() bool { return b == nil || b.NeedReply == nil || *b.NeedReply }

func agentIDs(team []Member) []string {
	ids := make([]string, len(team))
	for i, m := range team {
		ids[i] = m.ID
	}
	return ids
}

// memory returns the agent's initial memory.
func (m Member) memory(key string) state.Text { return state.TextOf(inBlock(key+".memory"), m.Memory) }
