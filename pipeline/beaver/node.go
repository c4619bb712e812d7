package beaver

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// runNode does a complete run of the agent at the node's place, in a child session (D-0, D-3). A node whose dependency
// did not end well is skipped.
func (t *turn) runNode(d *delegation, k *task, before []nodeResult) (nodeResult, error) {
	res := nodeResult{ID: d.ID, Task: d.Task, Status: nodeSkipped}
	res.Run = runRecord{ID: t.rt.ID("run"), Node: d.ID, planned: t.planned, Status: nodeSkipped, Request: d.Task,
		Skills: []string{}, Offered: []string{}, Tools: []toolRecord{}}
	data := t.delegationData(d, k)
	var known [][]write // a later run sees what earlier ones saved (N-2)
	for _, b := range before {
		if b.Status != nodeDone {
			res.Reason = "node " + b.ID + " " + b.Status
			t.rt.Event("node skipped", res.Reason)
			return res, nil
		}
		data.Dependencies = append(data.Dependencies, dependency{t.planned.Of(b.ID), b.Run.from.Of(b.Answer),
			b.excerpt()})
		known = append(known, b.known)
	}
	t.memory.rank = d.rank
	t.memory.learn(merged(known...))
	execution, err1 := t.prompts.nodeContext.Render(data)
	execution = spliced(execution, sectionPinned, paragraph, paragraph, pinnedSections(data.Pinned))
	query, err2 := content(t.prompts.nodeSelection, data)
	if err := errors.Join(err1, err2); err != nil {
		return res, err
	}
	r, err := t.run(runInput{
		ID: res.Run.ID, Stage: stageNode, Session: t.childSession(), Message: data.Task, ExecutionContext: execution,
		Query: query, Pinned: d.pinned, Node: d,
	})
	if err != nil {
		return res, err
	}
	res.Status, res.Answer, res.Reason, res.Run = nodeDone, r.answer, string(r.reason), r.record
	if r.failed {
		res.Status, res.Answer = nodeFailed, ""
	}
	res.Run.Node, res.Run.planned = d.ID, t.planned
	res.writes = t.memory.writes
	res.known = merged(append(known, res.writes)...)
	return res, nil
}

// pinnedSections returns the skills of a node in full, a section each.
func pinnedSections(pinned []pinnedSkill) []pipeline.Section {
	var out []pipeline.Section
	for _, p := range pinned {
		text := pipeline.JoinPieces(code.Of("Skill "), p.Name, code.Of(":\n"), p.Body)
		out = append(out, pipeline.NewSection(skillSection(p.Name.String()), text))
	}
	return out
}

func (t *turn) delegationData(d *delegation, k *task) delegationData {
	data := delegationData{
		TaskID: k.ID, RunID: t.parentRun, Task: t.planned.Of(d.Task), Role: t.planned.Of(unlessBlank(d.Role)),
		SystemPrompt: inBlock("profile.sub_agent").Of(unlessBlank(t.block.Profile.SubAgent)),
		SkillQuery:   t.planned.Of(unlessBlank(d.SkillQuery)),
		Capabilities: each(t.planned, nonBlank(d.Capabilities)), Constraints: each(t.planned, nonBlank(d.Constraints)),
		ExpectedOutput: t.planned.Of(unlessBlank(d.ExpectedOutput)), Guidance: d.guidance,
	}
	for _, s := range d.pinned {
		data.Pinned = append(data.Pinned, pinnedSkill{nameData(s), bodyData(s)})
	}
	return data
}

// childSession returns a new session whose parent is the Task's (D-3).
func (t *turn) childSession() pipeline.Session {
	s := t.session
	s.ID, s.Parent = t.rt.ID("session"), t.session.ID
	return s
}
