package mas

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// checker reports errors in a block, by key.
type checker struct {
	*Block
	tools []pipeline.Tool // of the case
}

func (c checker) check() error {
	if !slices.Contains([]state.Compat{state.Document, state.Program}, c.Compat) {
		return fmt.Errorf("compat: want %s or nothing, got %q", state.Program, c.Compat)
	}
	for _, check := range []func() error{c.checkTeam, c.checkHumans, c.checkGuides, c.checkTasks} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (c checker) checkTeam() error {
	seen := map[string]bool{user: true}
	for i, m := range c.Team {
		at := fmt.Sprintf("team[%d]", i)
		if err := freeID(seen, m.ID); err != nil {
			return fmt.Errorf("%s: id: %w", at, err)
		}
		for _, name := range m.Skills {
			if err := known("skill", name, skillsOf(c.Compat)); err != nil {
				return fmt.Errorf("%s (%s): skills: %w", at, m.ID, err)
			}
		}
		for _, name := range m.Tools {
			if err := known("tool", name, c.toolNames()); err != nil {
				return fmt.Errorf("%s (%s): tools: %w", at, m.ID, err)
			}
		}
		if _, high := state.Lowered(m.memory(at)); high != nil {
			return fmt.Errorf("%s (%s): memory: %q: headings begin at ###: those above are the prompt's own",
				at, m.ID, high[0])
		}
	}
	return nil
}

func (c checker) checkHumans() error {
	seen := map[string]bool{user: true}
	for _, m := range c.Team {
		seen[m.ID] = true
	}
	for i, id := range c.Humans {
		if err := freeID(seen, id); err != nil {
			return fmt.Errorf("humans[%d]: %w", i, err)
		}
	}
	return nil
}

// freeID refuses an empty or duplicate id, and records it.
func freeID(seen map[string]bool, id string) error {
	switch {
	case strings.TrimSpace(id) == "":
		return fmt.Errorf("want a name, got %q", id)
	case id == user && seen[id]:
		return fmt.Errorf("%q is who talks to the team", id)
	case seen[id]:
		return fmt.Errorf("there are two of the name %q", id)
	}
	seen[id] = true
	return nil
}

func (c checker) checkGuides() error {
	for _, name := range slices.Sorted(maps.Keys(c.Skills)) {
		if err := known("skill", name, skillsOf(c.Compat)); err != nil {
			return fmt.Errorf("skills: %w", err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Block.Tools)) {
		if err := known("tool", name, c.toolNames()); err != nil {
			return fmt.Errorf("tools: %w", err)
		}
	}
	return nil
}

func (c checker) checkTasks() error {
	tasks, stages := map[string]bool{}, map[string]bool{state.NotRelative: true, state.StageNone: true}
	for i, t := range c.Tasks {
		at := fmt.Sprintf("tasks[%d]", i)
		if err := freeID(tasks, t.id(i)); err != nil {
			return fmt.Errorf("%s: id: %w", at, err)
		}
		group := t.group(c.Team)
		for _, id := range t.Group {
			if err := known("agent", id, agentIDs(c.Team)); err != nil {
				return fmt.Errorf("%s: group: %w", at, err)
			}
		}
		if len(slices.Compact(slices.Sorted(slices.Values(group)))) < len(group) {
			return fmt.Errorf("%s: group: an agent stands there twice: %s", at, strings.Join(group, ", "))
		}
		for k, s := range t.Stages {
			if err := s.check(group); err != nil {
				return fmt.Errorf("%s: stages[%d]: %w", at, k, err)
			}
			if err := freeID(stages, s.id(len(stages)-2)); err != nil {
				return fmt.Errorf("%s: stages[%d]: id: %w", at, k, err)
			}
		}
	}
	return nil
}

func (s Stage) check(group []string) error {
	if len(s.Goals) == 0 {
		return fmt.Errorf("goals: want an agent with its goal, got none")
	}
	for _, id := range slices.Sorted(maps.Keys(s.Goals)) {
		if err := known("agent", id, group); err != nil {
			return fmt.Errorf("goals: %w in the task's group", err)
		}
	}
	return nil
}

func (c checker) toolNames() []string {
	names := []string{}
	for _, t := range c.tools {
		names = append(names, t.Name)
	}
	return names
}
