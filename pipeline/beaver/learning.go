package beaver

import (
	"errors"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// learn makes a candidate from the active skills: none, one, or several.
func learn(active []string) learningCandidate {
	about := append([]string{}, active...)
	switch len(active) {
	case 0:
		return learningCandidate{draftNew, about, "gap", "The Task was accepted, and no published skill was active."}
	case 1:
		return learningCandidate{draftRevise, about, "improve",
			"The Task was accepted with one skill active; what was learned may improve it."}
	}
	return learningCandidate{draftMerge, about, "overlap",
		"The Task was accepted with several skills active; they may overlap."}
}

const (
	sessionExcerpts = 8   // messages
	excerptCut      = 500 // code points of one
)

// draft writes a skill draft from a Task that the user has accepted (L-0 to L-5).
func (t *turn) draft(k *task) error {
	p := k.acceptedEvidence()
	t.rt.Event("evidence", p)
	c := learn(k.activeSkills())
	system, err1 := message(t.prompts.draftSystem, pipeline.RoleSystem, nil)
	user, err2 := message(t.prompts.draftUser, pipeline.RoleUser, t.draftData(c, k, p))
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	d := skillDraft{Action: c.Action, About: c.About, Kind: c.Kind, Source: "model"}
	resp, err := t.rt.Chat(t.ctx, pipeline.Request{Stage: stageDraft, Messages: []pipeline.Message{system, user},
		Declared: declaredDraft(c.Reason, k.Goal, p)})
	if err == nil {
		err = d.read(t.rt.Settings(stageDraft).Replies, resp.Content)
	}
	f, failed := errors.AsType[*pipeline.Failure](err)
	if err != nil && !failed {
		return err
	}
	from := t.rt.AnswerText(stageDraft)
	if failed { // L-4
		d, from = localDraft(c, k.Goal, p), code
	}
	if len(d.Tools) == 0 { // L-3
		d.Tools = p.Metadata.ToolNames
	}
	if d.Frontmatter, err = d.frontmatter(); err != nil {
		return err
	}
	gate := d.pass(checkSafety(d.text(), d.Tools, offeredTools(p)))
	t.rt.Decided(stageDraft, draftDecision{
		d.Action, d.About, d.Description, d.Tools, d.Content, d.ChangeReason, gate.Rules, gate.Gate,
	})
	if failed {
		t.rt.Fallback(pipeline.Fallback{Stage: stageDraft, Reason: f.Reason, Tries: 1})
	}
	t.rt.Decided(stageSafety, gate)
	t.rt.Event("skill draft", d)
	t.waiting = append(slices.Clip(t.waiting), waitingDraft{d, k.ShortTitle, offeredTools(p), from})
	return nil
}

// draftDecision is a whole draft in the trace, in the form that scores know.
type draftDecision struct {
	Action       string   `json:"action"`
	About        []string `json:"about"`
	Description  string   `json:"description"`
	Tools        []string `json:"tools"`
	Content      string   `json:"content"`
	ChangeReason string   `json:"change_reason"`
	Findings     []string `json:"findings"` // rules
	Gate         string   `json:"gate"`
}

func (t *turn) draftData(c learningCandidate, k *task, p packet) draftData {
	data := draftData{
		learningCandidate: c, Called: toolNames(p.Metadata.ToolNames), Offered: toolNames(offeredTools(p)),
		Task: taskSummary{k.shownTitle(), k.shownGoal()}, Summaries: shownAttempts(k.Attempts), RunID: p.FinalAccepted,
	}
	active := k.activeSkills()
	data.About = t.skillNames(active)
	for i, name := range data.About {
		related := relatedSkill{Name: name, Gone: true}
		if s := t.library.skill(active[i]); s != nil {
			related.Gone, related.Body, data.HasSkill = false, bodyData(s), true
		}
		data.Related = append(data.Related, related)
	}
	for _, m := range k.messages {
		if text := m.Content(); (m.Role == pipeline.RoleUser || m.Role == pipeline.RoleAssistant) && !isBlank(text) {
			data.Excerpts = append(data.Excerpts, excerpt{m.Role, beginning(m.Pieces(), excerptCut)})
		}
	}
	if n := len(data.Excerpts) - sessionExcerpts; n > 0 {
		data.Excerpts = data.Excerpts[n:]
	}
	return data
}

// offeredTools returns the tools offered to the runs, each once, in the order of first use.
func offeredTools(p packet) []string {
	var names []string
	for _, r := range p.Runs {
		names = appendNew(names, r.Offered...)
	}
	return names
}
