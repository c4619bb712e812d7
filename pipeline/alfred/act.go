package alfred

import (
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// carryOut executes the steps of a plan in order, as far as possible (F2).
func (t *turn) carryOut(from pipeline.TextSource, plan []planned) (pipeline.Outcome, error) {
	for _, p := range plan {
		t.steps = append(t.steps, step{
			Type: string(p.Type), Subdomain: p.Subdomain, Description: from.Of(p.Description),
		})
	}
	if len(plan) == 0 {
		t.visit(stageAct)
		return t.say(pipeline.ReplyError, pipeline.StatusFailed, t.inTheirLanguage(nothingToDo))
	}
	end, err := t.actAll()
	switch {
	case err != nil:
		return pipeline.Outcome{}, err
	case len(end.ask) > 0:
		return t.askUser(end.ask)
	case len(end.tell) > 0:
		return t.say(pipeline.ReplyError, pipeline.StatusFailed, end.tell)
	}
	return t.reply(end)
}

// actAll executes the remaining steps, until one of them ends the work.
func (t *turn) actAll() (ending, error) {
	var note pipeline.Pieces
	for i := len(t.done); i < len(t.steps); i++ {
		at := t.rt.At("step", strconv.Itoa(i+1))
		w := &work{turn: t, rt: at, index: i, note: note}
		end, err := w.run()
		if err != nil {
			return ending{}, err
		}
		t.rt.After(at.Mark())
		t.noted, note = append(t.noted, w.next), w.next
		if end.ended {
			return end, nil
		}
	}
	return ending{}, nil
}
