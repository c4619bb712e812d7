package alfred

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
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
	if t.program() {
		u.Ambiguous, u.Demands = false, nil // it does not look at them
	}
	if u.Clarify && t.answersQuestion() {
		u.Clarify = false
		if t.program() { // it reads only the references of such an answer
			u = understood{Referenced: u.Referenced}
		}
	}
	if failed == nil {
		t.curate(u)
		t.curated.Demands = t.rt.AnswerText(stageUnderstand).Of(demands(u.Demands))
	}
	t.rt.Decided(stageUnderstand, map[string]string{"action": wayOf(u)})
	return u, nil
}

// wayOf returns the path of the graph after Understand (F2).
func wayOf(u understood) string {
	switch {
	case u.Clarify, u.Ambiguous:
		return wayClarify
	case u.Quick:
		return wayQuick
	}
	return wayPlan
}

// demands returns what the user demands, as the model wrote it in JSON; nothing if there is nothing.
func demands(snapshot json.RawMessage) string {
	v, err := record.Parse(snapshot)
	if err != nil || !record.Truthy(v) {
		return ""
	}
	return record.String(v)
}

// whichOne returns the question of an ambiguous message, and below it what may be meant, by name (F2).
func (t *turn) whichOne(u understood) pipeline.Pieces {
	from := t.rt.AnswerText(stageUnderstand)
	text := from.Of(u.Which)
	if strings.TrimSpace(u.Which) == "" {
		text = t.inTheirLanguage(askWhich)
	}
	for _, option := range u.Options {
		name := from.Of(option)
		if e, known := t.Registry.Entity(option); known {
			name = e.From.Of(e.Label)
		}
		text = pipeline.JoinPieces(text, code.Of("\n- "), name)
	}
	return text
}

// shortAnswer is the number of characters below which a message counts as the answer to a question, in any language.
const shortAnswer = 80

// answersQuestion reports whether the message looks like the answer to the question of the turn before, so that it is
// not asked again (F5).
func (t *turn) answersQuestion() bool {
	text := t.message.String()
	if t.talk.Pending == nil {
		return false
	}
	if t.program() {
		return answersQuestion(text)
	}
	return utf8.RuneCountInString(text) < shortAnswer
}

// answersQuestion is the program's guess, by English words.
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
