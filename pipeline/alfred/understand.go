package alfred

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
)

// understand asks what the message is about, and curates the entities (F5). If no model answers, nothing is decided.
func (t *turn) understand() (understood, error) {
	messages, err := t.prompts.understand(understandView{t.view()})
	if err != nil {
		return understood{}, err
	}
	u, failed, err := ask[understood](t, t.rt, pipeline.Request{
		Stage: stageUnderstand, Messages: messages, Declared: declaredUnderstand(),
	}, nil)
	if err != nil {
		return understood{}, err
	}
	if u.Clarify && t.answersQuestion() {
		u.Clarify = false
		if t.program() { // it reads only the references of such an answer
			u = understood{Referenced: u.Referenced}
		}
	}
	if failed == nil {
		t.curate(u)
	}
	t.rt.Decided(stageUnderstand, map[string]string{"action": wayOf(u)})
	return u, nil
}

// wayOf returns the path of the graph after Understand (F2).
func wayOf(u understood) string {
	switch {
	case u.Clarify:
		return wayClarify
	case u.Quick:
		return wayQuick
	}
	return wayPlan
}

// answersQuestion reports whether the message looks like the answer to the question of the turn before, so that it is
// not asked again (F5).
func (t *turn) answersQuestion() bool {
	text := t.message.String()
	return t.talk.Pending != nil && answersQuestion(text)
}

func answersQuestion(text string) bool {
	const words = 15
	if len(strings.Fields(text)) >= words {
		return false
	}
	text = strings.TrimSpace(strings.ToLower(text))
	for _, hint := range []string{
		"the ", "those", "these", "from my", "my ", "yes", "sure", "ok", "yeah",
	} {
		if strings.Contains(text, hint) {
			return true
		}
	}
	return false
}

// curate applies Understand's decisions on the entities, in this order (F5): mentioned ones are touched; a fresh start
// forgets all; else old ones are kept for a reason, no longer kept, or dropped. Unknown references are ignored, and
// reported.
func (t *turn) curate(u understood) {
	from := t.rt.AnswerText(stageUnderstand)
	c := u.Curation
	t.touched = t.touched || c.ClearAll || len(u.Referenced)+len(c.Retain)+len(c.Demote)+len(c.Drop) > 0
	var unknown []string
	known := func(ref string, done bool) {
		if !done {
			unknown = append(unknown, ref)
		}
	}
	log := func(ref, action string, reason pipeline.Pieces) {
		t.talk = t.talk.Log(memory.Decision{Turn: t.number, Ref: from.Of(ref), Action: action, Reason: reason})
	}
	for _, ref := range u.Referenced {
		known(ref, t.Registry.Touch(ref))
	}
	if c.ClearAll {
		t.Registry.Clear()
		reason := from.Of(c.Summary)
		if len(reason) == 0 {
			reason = code.Of("User requested fresh start")
		}
		log("", "clear_all", reason)
		t.reportUnknown(unknown)
		return
	}
	for _, r := range c.Retain {
		ok := t.Registry.Retain(r.Ref, r.Reason)
		known(r.Ref, ok)
		log(r.Ref, "retain", from.Of(r.Reason))
		if ok || t.program() {
			kept := memory.Retained{Ref: from.Of(r.Ref), Reason: from.Of(r.Reason)}
			t.curated.Retained = append(t.curated.Retained, kept)
		}
	}
	for _, ref := range c.Demote {
		_, ok := t.Registry.Entity(ref)
		known(ref, ok)
		t.Registry.Demote(ref)
		log(ref, "demote", from.Of(c.Summary))
		if ok || t.program() {
			t.curated.Demoted = append(t.curated.Demoted, from.Of(ref))
		}
	}
	for _, ref := range c.Drop {
		known(ref, t.Registry.Remove(ref))
		log(ref, "drop", from.Of(c.Summary))
	}
	t.reportUnknown(unknown)
}

func (t *turn) reportUnknown(refs []string) {
	if len(refs) > 0 {
		t.rt.Fallback(pipeline.Fallback{
			Stage: stageContexts, Reason: reasonUnknownRef, Tries: 1, Detail: strings.Join(refs, ", "),
		})
	}
}
