package beaver

import (
	"errors"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// nodeCandidates is the number of skills recalled for a node (K-2).
const nodeCandidates = 8

// resolve gives a node its skills, or guidance if there are none (K-1 to K-6). t is at the node's place.
func (t *turn) resolve(d *delegation, k *task, text pipeline.Pieces) error {
	query := nodeQuery(d.planNode, t.planned, k.shownGoal(), text)
	candidates, failed, err := t.recall(query.String(), nodeCandidates)
	if err != nil {
		return err
	}
	if failed {
		d.failed = true
		return nil
	}
	if len(candidates) > 0 {
		t.rt.Event(pipeline.EventCandidates, candidates)
		names, err := t.askResolver(query, candidates)
		if err != nil {
			return err
		}
		for _, c := range named(candidates, names) {
			d.pinned = append(d.pinned, c.skill)
		}
	}
	if len(d.pinned) > 0 {
		d.pinned = append(d.pinned, t.inherited(k, d.pinned)...)
		return nil
	}
	d.guidance, err = t.guide(d.planNode, k.shownGoal(), text) // K-5
	d.pinned = t.inherited(k, nil)
	return err
}

// nodeQuery returns the search text for a node's skills (K-1).
func nodeQuery(n planNode, planned pipeline.TextSource, goal, text pipeline.Pieces) pipeline.Pieces {
	said := each(planned, []string{n.SkillQuery, n.Task, strings.Join(n.Capabilities, " ")})
	var parts []pipeline.Pieces
	for _, p := range append(said, goal, text) {
		switch {
		case isBlank(p.String()):
		case len(parts) > 0:
			parts = append(parts, code.Of("\n"), p)
		default:
			parts = append(parts, p)
		}
	}
	return pipeline.JoinPieces(parts...)
}

// inherited returns the skills activated by earlier attempts of the Task and not chosen already (K-6).
func (t *turn) inherited(k *task, chosen []*skill) []*skill {
	var out []*skill
	for _, name := range k.priorSkills() {
		s := t.library.skill(name) // nil: it is gone
		if s != nil && !containsSkill(chosen, name) {
			out = append(out, s)
		}
	}
	return out
}

// askResolver asks which of the candidates a node should use (K-3, K-4). A failure is no choice (K-5).
func (t *turn) askResolver(query pipeline.Pieces, candidates []candidate) ([]string, error) {
	system, err1 := message(t.prompts.resolverSystem, pipeline.RoleSystem, nil)
	user, err2 := message(t.prompts.resolverUser, pipeline.RoleUser, resolverData{Query: query})
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	user.Sections = spliced(user.Sections, sectionCandidates, "\n", "\n", summaries(candidates))
	names, err := ask[[]string](t, pipeline.Request{Stage: stageResolver, Messages: []pipeline.Message{system, user},
		Declared: declaredResolver()})
	if f, ok := errors.AsType[*pipeline.Failure](err); ok {
		t.rt.Decided(stageResolver, []string{})
		t.rt.Fallback(pipeline.Fallback{Stage: stageResolver, Reason: f.Reason, Tries: 1})
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return t.keepKnown(stageResolver, names, candidates, len(candidates)), nil
}
