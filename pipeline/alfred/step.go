package alfred

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// Why a step is blocked (F3).
const (
	insufficientInfo = "INSUFFICIENT_INFO"
	planInvalid      = "PLAN_INVALID"
	toolFailure      = "TOOL_FAILURE"
)

// run visits the node Act until the step is complete or the work ends.
func (w *work) run() (ending, error) {
	w.batch = w.batchOf(w.step())
	w.Saves = w.saves(w.step())
	for {
		a, failed, err := w.act()
		switch {
		case err != nil:
			return ending{}, err
		case failed:
			w.leave()
			return ending{ended: true, why: code.Of(stepFailed)}, nil
		}
		switch a.Action.leads() {
		case leadsNext:
			w.complete(a)
			return ending{}, nil
		case leadsOut:
			return w.end(a), nil
		}
	}
}

// act is one visit of the node: the effective action, whoever has decided it. failed: there is none.
func (w *work) act() (a action, failed bool, err error) {
	w.visit(stageAct)
	if why, over := w.over(); over {
		return action{Action: actStepComplete, Summary: why, forced: true}, false, nil
	}
	a, why, err := w.decide()
	if err != nil || why != nil {
		return action{}, why != nil, err
	}
	a, err = w.do(a)
	return a, false, err
}

// over reports whether the step must end here, and why (F7).
func (w *work) over() (why string, over bool) {
	if len(w.results) >= maxResults {
		w.rt.Fallback(pipeline.Fallback{Stage: stageAct, Reason: pipeline.ToolBudget, Tries: 1})
		return fmt.Sprintf("Step completed (max %d tool calls reached)", maxResults), true
	}
	empty := map[string]int{}
	for _, r := range w.results {
		if r.Tool == toolRead && string(r.Data) == "[]" {
			empty[r.Table]++
		}
		if empty[r.Table] >= maxEmpty {
			return fmt.Sprintf("Step completed (no data found in %s)", r.Table), true
		}
	}
	return "", false
}

// decide asks the model for the next action; the type of the step selects the model (F2).
func (w *work) decide() (action, *pipeline.Failure, error) {
	messages, err := w.prompts.act(w.actView())
	if err != nil {
		return action{}, nil, err
	}
	w.calls++
	a, failed, err := ask(w.turn, w.rt, pipeline.Request{
		Stage: stageAct, Variant: complexity(w.typ()), Leaf: stageAct + "-" + strconv.Itoa(w.calls),
		Messages: messages, Declared: declaredAct(),
	}, w.checkAction)
	if err == nil && failed == nil {
		w.rt.Decided(stageAct, map[string]string{"action": string(a.Action), "tool": a.Tool})
	}
	return a, failed, err
}

// checkAction refuses an action without its main field, and one about an unknown part of the data model: its schema
// would be empty, and the next prompt the same again.
func (w *work) checkAction(a action) *pipeline.Failure {
	failed := a.check()
	if all := w.turn.Registry.Domain().Subdomains(); failed == nil && a.Action == actRequestSchema &&
		!slices.Contains(all, a.Subdomain) {
		return misfit("subdomain: want one of %s, got %q", strings.Join(all, ", "), a.Subdomain)
	}
	return failed
}

// complexity returns the difficulty of a step of a type (F2).
func complexity(s stepType) string {
	switch s {
	case stepAnalyze:
		return medium
	case stepGenerate:
		return high
	}
	return low
}

// do executes an action, unless it is forbidden: then the effective action is a blocked one (F3).
func (w *work) do(a action) (action, error) {
	switch a.Action {
	case actToolCall:
		return w.callTool(a)
	case actStepComplete:
		if left := w.unsaved(); len(left) > 0 {
			a := blocked(planInvalid, "ask_user",
				"Cannot complete step: %d items still pending: %s", len(left), someOf(left))
			a.told = w.stillUnsaved()
			return a, nil
		}
	case actRequestSchema:
		if len(w.schemas) >= maxSchemas {
			return blocked(planInvalid, "replan", "Too many schema requests. Plan may need revision."), nil
		}
		w.schemas = append(w.schemas, a.Subdomain)
	case actRetrieveStep:
		return w.retrieve(a), nil
	}
	return a, nil
}

// blocked returns the action that replaces a forbidden one (F7).
func blocked(reason, next, details string, args ...any) action {
	text := fmt.Sprintf(details, args...)
	return action{Action: actBlocked, Code: reason, Details: text, Next: next, told: code.Of(notPlanned)}
}

// callTool executes a query of the model (F0, F7).
func (w *work) callTool(a action) (action, error) {
	if !usesDatabase(w.step().Type) {
		return blocked(planInvalid, "replan", "%s may not be called in a step of type %s.", a.Tool, w.typ()), nil
	}
	params, err := fixed(a.Tool, a.Params)
	if err != nil {
		a := blocked(toolFailure, "replan", "Invalid tool params (unfixable): %v", err)
		a.told = code.Of(badParams) // whatever is wrong with them: Reply can tell no more than that
		return a, nil
	}
	if a.Tool == toolCreate {
		w.judgeContent(params)
	}
	result, why, err := w.call(w.rt, a.Tool, a.Params, params)
	if why != "" && w.program() { // else the model sees the error, and may do something else
		return blocked(toolFailure, "ask_user", "CRUD operation failed: %s", why), err
	}
	w.results = append(w.results, result)
	w.judgeRead(result)
	if !w.program() {
		w.savePlans()
	}
	return a, err
}

// retrieve fetches the results of an earlier step of the plan (F7).
func (w *work) retrieve(a action) action {
	index := *a.StepIndex
	if index < 0 || index >= w.index {
		return blocked(planInvalid, "ask_user",
			"Invalid step index %d. Only steps 0-%d are available.", index, w.index-1)
	}
	found, ok := w.done[index].Retrieved(index)
	if !ok {
		return blocked(planInvalid, "ask_user", "Step %d has no stored data.", index)
	}
	w.results = append(w.results, found)
	return a
}

// end returns why the work ends here: a question to the user, a fixed text, or a reason for Reply.
func (w *work) end(a action) ending {
	w.leave()
	from := w.rt.AnswerText(stageAct)
	switch a.Action {
	case actAskUser:
		return ending{ended: true, ask: from.Of(a.question(w.program()))}
	case actFail:
		return ending{ended: true, tell: from.Of(a.UserMessage), why: from.Of(a.Reason)}
	}
	w.rt.Fallback(pipeline.Fallback{
		Stage: stageAct, Reason: reasonBlocked, Tries: 1,
		Detail: cmp.Or(a.Code, insufficientInfo) + ": " + a.Details,
	})
	if len(a.told) > 0 {
		return ending{ended: true, why: a.told}
	}
	return ending{ended: true, why: from.Of(a.Details)}
}

// leave keeps the results of an unfinished step, for Reply.
func (w *work) leave() {
	if len(w.results) > 0 {
		w.done = append(w.done, memory.Outcome{Results: w.results, Open: true})
	}
}

// complete ends the step. The result of one that uses the database is that of its calls, of another one the model's
// data (F3). The output of a generate step is kept as unsaved artefacts (F0).
func (w *work) complete(a action) {
	from := w.rt.AnswerText(stageAct)
	w.next = from.Of(a.Note)
	out := memory.Outcome{Results: w.results}
	data, err := record.Parse(a.Data)
	given := err == nil && data != nil
	if given && (len(w.results) == 0 || !usesDatabase(w.step().Type)) {
		out = memory.Outcome{Data: a.Data, From: from}
	}
	if given && !usesDatabase(w.step().Type) {
		w.Registry.TouchMentioned([]any{data, a.Summary})
	}
	if given && w.typ() == stepGenerate {
		w.generated(data, from)
	}
	out.Summary, out.Drafts = a.summary(from), w.drafts
	w.done = append(w.done, out)
	w.rt.Event("step_complete", map[string]any{
		"step": w.index + 1, "result_summary": cmp.Or(a.Summary, "Step completed"),
	})
}
