package alfred

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// walk goes through the graph (F2): Understand, then a question to the user, a quick look-up, or Think; then a
// proposal, a question, or the steps; then Reply and Summarize.
func (t *turn) walk() (pipeline.Outcome, error) {
	if t.mode.quick && !t.program() {
		return t.lookUp(understood{Intent: t.message.String()}, t.message)
	}
	var u understood
	if t.visit("understand"); !t.mode.quick {
		var err error
		if u, err = t.understand(); err != nil {
			return pipeline.Outcome{}, err
		}
	}
	switch wayOf(u) {
	case wayClarify:
		if u.Ambiguous {
			return t.askWhich(t.whichOne(u))
		}
		return t.clarify(waitsUnderstand, t.rt.AnswerText(stageUnderstand), u.Questions)
	case wayQuick:
		if t.program() || t.canLookUp(u) {
			return t.lookUp(u, t.rt.AnswerText(stageUnderstand).Of(u.Intent))
		}
	}
	return t.planned()
}

// planned continues after Think.
func (t *turn) planned() (pipeline.Outcome, error) {
	t.visit("think")
	p, err := t.think()
	if err != nil {
		return pipeline.Outcome{}, err
	}
	from := t.rt.AnswerText(stageThink)
	t.goal, t.plan = from.Of(p.Goal), p.Decision
	switch p.Decision {
	case propose:
		return t.propose(from.Of(p.Proposal))
	case clarify:
		return t.clarify("clarify", from, p.Questions)
	case planDirect:
		return t.carryOut(from, p.Steps)
	}
	return t.reply(ending{})
}
