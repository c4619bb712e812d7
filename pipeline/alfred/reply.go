package alfred

import (
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
)

// reply makes a model tell what was done (F6).
func (t *turn) reply(end ending) (pipeline.Outcome, error) {
	t.visit("reply")
	messages, err := t.prompts.reply(replyView{
		view: t.view(), Goal: t.goal, Steps: t.steps, Done: t.done, Failed: end.why,
	})
	if err != nil {
		return pipeline.Outcome{}, err
	}
	text, failed, err := t.askText(pipeline.Request{
		Stage: stageReply, Messages: messages, Declared: declaredReply(t.touched || len(t.steps) > 0),
	})
	if err != nil {
		return pipeline.Outcome{}, err
	}
	if failed != nil { // nothing of the talk is kept (F8)
		return pipeline.Outcome{
			Status:  pipeline.StatusFailed,
			Replies: []pipeline.Reply{{Kind: pipeline.ReplyError, Text: t.inTheirLanguage(apology).String()}},
		}, nil
	}
	return t.summarized(pipeline.ReplyAnswer, pipeline.StatusDone, text)
}

// say tells the user a fixed text, without a call.
func (t *turn) say(kind, status string, text pipeline.Pieces) (pipeline.Outcome, error) {
	t.visit("reply")
	return t.summarized(kind, status, text)
}

// propose shows the user a plan, in Think's words (F6).
func (t *turn) propose(proposal pipeline.Pieces) (pipeline.Outcome, error) {
	t.waits = &memory.Pending{Type: pendingProposal, Goal: t.goal, Proposal: proposal}
	if len(proposal) == 0 {
		proposal = t.inTheirLanguage(askMore)
	}
	return t.say(pipeline.ReplyQuestion, pipeline.StatusWaiting, proposal)
}

// clarify asks the user a model's question, or a list of them (F6).
func (t *turn) clarify(who string, from pipeline.TextSource, questions []string) (pipeline.Outcome, error) {
	t.waits = &memory.Pending{Type: who, Goal: t.goal}
	for _, q := range questions {
		t.waits.Questions = append(t.waits.Questions, from.Of(q))
	}
	var text pipeline.Pieces
	switch asked := t.waits.Questions; len(asked) {
	case 0:
		text = t.inTheirLanguage(askMore)
		t.waits.Questions = []pipeline.Pieces{text}
	case 1:
		text = asked[0]
	default:
		for i, q := range asked {
			if i > 0 {
				text = pipeline.JoinPieces(text, code.Of("\n"))
			}
			text = pipeline.JoinPieces(text, code.Of(strconv.Itoa(i+1)+". "), q)
		}
	}
	return t.say(pipeline.ReplyQuestion, pipeline.StatusWaiting, text)
}

// askWhich asks which of several things is meant, before anything is done (F2).
func (t *turn) askWhich(question pipeline.Pieces) (pipeline.Outcome, error) {
	t.waits = &memory.Pending{Type: waitsUnderstand, Questions: []pipeline.Pieces{question}}
	return t.say(pipeline.ReplyQuestion, pipeline.StatusWaiting, question)
}

// askUser asks a step's question.
func (t *turn) askUser(question pipeline.Pieces) (pipeline.Outcome, error) {
	t.waits = &memory.Pending{Type: "ask_user", Goal: t.goal, Questions: []pipeline.Pieces{question}}
	return t.say(pipeline.ReplyQuestion, pipeline.StatusWaiting, question)
}
