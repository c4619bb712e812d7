package beaver

import (
	"errors"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

// selectSkills decides which skills a run activates: recall, a shortlist over summaries if there are many
// candidates, and a final choice over their bodies. query is the topic of the run. In any event, a run that has skills
// to choose from reports one decision of the final choice.
func (t *turn) selectSkills(query pipeline.Pieces, pinned []*skill) ([]*skill, error) {
	candidates, failed, err := t.recall(query.String(), t.block.Limits.skillCandidates())
	if err != nil {
		return nil, err
	}
	candidates = withoutPinned(candidates, pinned)
	if failed {
		t.rt.Decided(stageFinal, []string{})
		t.rt.Fallback(pipeline.Fallback{Stage: stageFinal, Reason: reasonResolver, Tries: 0})
		return nil, nil
	}
	if len(candidates) > 0 {
		t.rt.Event(pipeline.EventCandidates, candidates)
	}
	if len(candidates) > t.block.Limits.maxDetailedCandidates() {
		names, err := t.choose(stageShortlist, query, candidates)
		if err != nil {
			return nil, err
		}
		candidates = named(candidates, names)
	}
	if len(candidates) == 0 { // nothing to ask about
		if t.library != nil {
			t.rt.Decided(stageFinal, []string{})
		}
		return nil, nil
	}
	names, err := t.choose(stageFinal, query, candidates)
	if err != nil {
		return nil, err
	}
	var active []*skill
	for _, c := range named(candidates, names) {
		active = append(active, c.skill)
	}
	return active, nil
}

// recall finds the candidates. failed reports that no skill is readable, or that the embedder failed (P-5).
func (t *turn) recall(query string, k int) (found []candidate, failed bool, err error) {
	switch {
	case t.library == nil:
		return nil, false, nil
	case t.library.unreadable:
		return nil, true, nil
	case len(t.library.docs) == 0:
		return nil, false, nil
	}
	index, err := t.libraries.indexes.of(t.ctx, t.rt, t.library.digest, t.library.docs)
	var sought retrieval.Query
	if err == nil {
		sought, err = t.libraries.indexes.query(t.ctx, t.rt, query)
	}
	if _, down := errors.AsType[*pipeline.Failure](err); down {
		return nil, true, nil
	}
	if err != nil {
		return nil, false, err
	}
	top, err := t.libraries.memo.Top(index, sought, k)
	if err != nil { // its vectors and those of the skills are of different kinds
		return nil, true, nil
	}
	for _, c := range top {
		found = append(found, candidate{c.Name, c.Rank, c.Score, c.Via, t.library.skills[c.Name]})
	}
	return t.library.filled(found, k), false, nil
}

// filled returns what retrieval found and, up to k, the skills with a score of 0 after it, by name: the top k of a
// library are as many as it has (K-2, A-2).
func (l *library) filled(found []candidate, k int) []candidate {
	for _, d := range l.docs {
		if len(found) >= k {
			break
		}
		if !slices.ContainsFunc(found, func(c candidate) bool { return c.Name == d.Name }) {
			found = append(found, candidate{Name: d.Name, Rank: len(found) + 1, skill: l.skills[d.Name]})
		}
	}
	return found
}

// choose asks one of the two stages for names; those of its fallback replace an unusable answer.
func (t *turn) choose(stage string, task pipeline.Pieces, candidates []candidate) ([]string, error) {
	messages, err := t.selectionMessages(stage, task, candidates)
	if err != nil {
		return nil, err
	}
	most := t.block.Limits.most(stage)
	names, err := ask[[]string](t, pipeline.Request{
		Stage: stage, Messages: messages, Declared: declaredSelection(stage, candidates, most),
	})
	if f, failed := errors.AsType[*pipeline.Failure](err); failed {
		names = unchosen(stage, candidates, most)
		t.rt.Decided(stage, names)
		t.rt.Fallback(pipeline.Fallback{Stage: stage, Reason: f.Reason, Tries: 1})
		return names, nil
	}
	if err != nil {
		return nil, err
	}
	return t.keepKnown(stage, names, candidates, most), nil
}

// unchosen returns the names that a stage uses without a choice: the first ones by retrieval score for the shortlist,
// none for a final choice.
func unchosen(stage string, candidates []candidate, most int) []string {
	names := []string{}
	if stage == stageShortlist {
		for _, c := range candidates[:min(most, len(candidates))] {
			names = append(names, c.Name)
		}
	}
	return names
}

// keepKnown drops names that are no candidates, duplicates, and more than the requested number (A-4, K-4). A list with
// only invented names differs from an empty list, which says that nothing fits: it is no choice.
func (t *turn) keepKnown(stage string, names []string, candidates []candidate, most int) []string {
	kept, invented := []string{}, []string(nil)
	for _, n := range names {
		switch {
		case slices.Contains(kept, n), slices.Contains(invented, n):
		case !slices.ContainsFunc(candidates, func(c candidate) bool { return c.Name == n }):
			invented = append(invented, n)
		default:
			kept = append(kept, n)
		}
	}
	if len(kept) == 0 && len(invented) > 0 {
		kept = unchosen(stage, candidates, most)
	}
	if len(kept) > most {
		t.rt.Event("names cut", len(kept)-most)
		kept = kept[:most]
	}
	t.rt.Decided(stage, kept)
	if len(invented) > 0 {
		t.rt.Fallback(pipeline.Fallback{Stage: stage, Reason: reasonUnknownName, Tries: 1,
			Detail: strings.Join(invented, ", ")})
	}
	return kept
}

// selectionMessages returns the system and the user message of a selection. Each candidate is a separate section.
func (t *turn) selectionMessages(stage string, task pipeline.Pieces, candidates []candidate) ([]pipeline.Message,
	error) {
	short := strings.TrimPrefix(stage, "skills-")
	system, err1 := message(t.prompts.skillsSystem, pipeline.RoleSystem,
		selectionData{Stage: short, Most: t.block.Limits.most(stage)})
	user, err2 := message(t.prompts.skillsUser, pipeline.RoleUser, selectionTask{Task: task})
	items, separator := summaries(candidates), "\n"
	if stage == stageFinal {
		for i, c := range candidates {
			if body := bodyData(c.skill); body != nil {
				items[i] = pipeline.NewSection(items[i].Name, pipeline.JoinPieces(items[i].Pieces(), code.Of(paragraph),
					body))
			}
		}
		separator = paragraph
	}
	user.Sections = spliced(user.Sections, sectionCandidates, "\n", separator, items)
	return []pipeline.Message{system, user}, errors.Join(err1, err2)
}

// summaries returns the candidates, one line each.
func summaries(candidates []candidate) []pipeline.Section {
	var items []pipeline.Section
	for _, c := range candidates {
		of := c.skill.from
		line := pipeline.JoinPieces(code.Of("- "), of.Of(c.Name), code.Of(": "), of.Of(oneLine(c.skill.Description)))
		items = append(items, pipeline.NewSection(skillSection(c.Name), line))
	}
	return items
}

// spliced inserts items after the section with a name: lead stands between that section and the first item, separator
// after each item but the last. The old separator between the section and the next one follows the items.
func spliced(sections []pipeline.Section, name, lead, separator string, items []pipeline.Section) []pipeline.Section {
	at := slices.IndexFunc(sections, func(s pipeline.Section) bool { return s.Name == name })
	if at < 0 || len(items) == 0 {
		return sections
	}
	head := strings.TrimRight(sections[at].Text, "\n")
	gap := sections[at].Text[len(head):]
	sections[at].Text = head + lead
	items = slices.Clone(items)
	for i := range items[:len(items)-1] {
		items[i].Text += separator
	}
	items[len(items)-1].Text += gap
	return slices.Insert(sections, at+1, items...)
}

// skillSection returns the name of a section with a skill, in every prompt that shows one.
func skillSection(name string) string { return pipeline.SectionSkill + name }

// activations returns the messages of activated skills (M-3, A-5).
func (t *turn) activations(active []*skill) ([]pipeline.Message, error) {
	var out []pipeline.Message
	for _, s := range active {
		m, err := message(t.prompts.skillUser, pipeline.RoleUser, skillData{Name: nameData(s), Body: bodyData(s)})
		if err != nil {
			return nil, err
		}
		for i := range m.Sections {
			m.Sections[i].Name = skillSection(s.Name)
		}
		out = append(out, m)
	}
	return out, nil
}
