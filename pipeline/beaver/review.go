package beaver

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// reviewDecision says what has become of a draft.
type reviewDecision struct {
	Asked    string   `json:"asked"`    // pipeline.Published or pipeline.Rejected
	Outcome  string   `json:"outcome"`  // of pipeline.ReviewOutcomes
	Action   string   `json:"action"`   // of the draft; empty: there was none
	Skill    string   `json:"skill"`    // the name under which it is published; empty: it is not
	Replaces []string `json:"replaces"` // skills that have left the library for it
	Withheld []string `json:"withheld"` // tools that it declares, and that no run of its Task was offered
	Why      string   `json:"why,omitempty"`
}

// review carries out a verdict on the newest draft that waits (L-6). A draft is reviewed once.
func (t *turn) review(asked string) error {
	if asked == "" {
		return nil
	}
	d := reviewDecision{Asked: asked, Outcome: pipeline.ReviewNone, Replaces: []string{}, Withheld: []string{}}
	if n := len(t.waiting); n > 0 {
		w := t.waiting[n-1]
		t.waiting = t.waiting[: n-1 : n-1]
		d.Action, d.Outcome = w.Action, asked
		if asked == pipeline.Published {
			if err := t.publish(w, &d); err != nil {
				return err
			}
		}
	}
	t.rt.Decided(stageReview, d)
	return nil
}

// publish makes a draft a skill of this conversation's library, unless the safety gate has blocked it or the parser of
// skills cannot read it (L-7).
func (t *turn) publish(w waitingDraft, d *reviewDecision) error {
	block := func(why string) {
		d.Outcome, d.Why = pipeline.ReviewBlocked, why
	}
	if w.Status != statusReviewable {
		block("the safety gate has blocked it: " + strings.Join(rulesOf(w.Findings), ", "))
		return nil
	}
	name := t.library.nameOf(w)
	text, withheld, err := w.file(name)
	if err != nil {
		return err
	}
	s, err := parsed(text, name)
	if err != nil {
		block("no skill: " + err.Error())
		return nil
	}
	learned := learnedSkill{skill: &skill{s, w.from}, text: text, replaces: w.About}
	for _, about := range w.About {
		if t.library.skill(about) != nil {
			d.Replaces = append(d.Replaces, about)
		}
	}
	t.learned = append(slices.Clip(t.learned), learned)
	t.library = t.base.with(t.learned)
	d.Skill = s.Name
	d.Withheld = append(d.Withheld, withheld...)
	return nil
}
