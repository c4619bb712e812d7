package alfred

import (
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
)

// lookUp answers a small question with one read (F7): no plan, no steps. In quick mode only the message itself says
// what it is about.
func (t *turn) lookUp(u understood, intent pipeline.Pieces) (pipeline.Outcome, error) {
	t.visit("act_quick")
	if t.program() && (u.Intent == "" || u.Subdomain == "") {
		t.rt.Fallback(pipeline.Fallback{Stage: stageQuick, Reason: reasonBlocked, Detail: missingQuick})
		return t.say(pipeline.ReplyError, pipeline.StatusFailed, code.Of(wentWrong+missingQuick))
	}
	if !t.program() { // only Think knows its goal
		t.goal = intent
	}
	t.steps = []step{{Type: string(stepRead), Subdomain: u.Subdomain, Description: intent}}
	messages, err := t.prompts.quick(quickView{t.view(), intent, u.Subdomain})
	if err != nil {
		return pipeline.Outcome{}, err
	}
	a, failed, err := ask(t, t.rt, pipeline.Request{
		Stage: stageQuick, Messages: messages, Declared: declaredQuick(),
	}, quickAction.check)
	if err != nil {
		return pipeline.Outcome{}, err
	}
	var end ending
	if failed != nil {
		end.why = code.Of(lookUpFailed)
	} else if end, err = t.quickRead(u, a); err != nil {
		return pipeline.Outcome{}, err
	}
	return t.reply(end)
}

// canLookUp reports whether Understand has described the look-up, and says why not; Think plans it then (F7).
func (t *turn) canLookUp(u understood) bool {
	why := ""
	switch {
	case u.Intent == "" || u.Subdomain == "":
		why = missingQuick
	case !slices.Contains(t.Registry.Domain().Subdomains(), u.Subdomain):
		why = fmt.Sprintf("There is no subdomain %q", u.Subdomain)
	default:
		return true
	}
	t.rt.Fallback(pipeline.Fallback{Stage: stageQuick, Reason: reasonBlocked, Detail: why})
	return false
}

// quickRead executes the one call, if it is a read (F0).
func (t *turn) quickRead(u understood, a quickAction) (ending, error) {
	if a.Tool == "" {
		return ending{why: code.Of(lookUpFailed)}, nil
	}
	if a.Tool != toolRead && !t.program() {
		t.rt.Fallback(pipeline.Fallback{
			Stage: stageQuick, Reason: reasonBlocked, Tries: 1, Detail: planInvalid + ": " + a.Tool,
		})
		return ending{why: code.Of(lookUpFailed)}, nil
	}
	params, err := t.quickParams(a, u.Subdomain)
	if err != nil {
		t.rt.Fallback(pipeline.Fallback{Stage: stageQuick, Reason: reasonBlocked, Tries: 1, Detail: err.Error()})
		return ending{why: code.Of(lookUpFailed)}, nil
	}
	result, _, err := t.call(t.rt, a.Tool, a.Params, params)
	t.done = []memory.Outcome{{Results: []memory.Result{result}}}
	return ending{}, err
}
