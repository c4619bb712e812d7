package faults

import (
	"context"
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// judgeResult runs the case with failing results of a call's tools and returns the cell with its verdict.
func (a *attempt) judgeResult() result.Cell {
	broken := &runner.ToolFault{How: a.fault.Tool}
	asked := func(_ context.Context, req pipeline.Request, was pipeline.Response) (pipeline.Response, error, bool) {
		said, again := broken.Asked(req, was, req.Path == a.call.Path)
		return said, nil, again
	}
	link := func(next pipeline.Model) pipeline.Model { return &model.Instead{Next: next, Put: asked} }
	ran := a.of.Run(runner.Variant{Before: []runner.Link{link}, Tools: broken.Tools})
	a.ran = ran
	if a.ends(ran.Err) || a.breaks(ran) {
		return a.cell
	}
	if a.fault.Tool == fault.ToolRepeats {
		return a.judgeBudget(ran)
	}
	return a.judgeCalls(ran)
}

// judgeCalls judges what the model reads about its tool calls: each call has its tool message, which says so if the
// call failed.
func (a *attempt) judgeCalls(ran *runner.Ran) result.Cell {
	uses := usesOf(ran, a.call.Path)
	messages, path := toolMessages(ran, a.call.Path)
	failed := 0
	switch {
	case path == "":
		return a.is(result.VerdictSilentDamage, "the loop does not continue")
	case len(messages) != len(uses):
		return a.is(result.VerdictSilentDamage,
			fmt.Sprintf("%s has %d tool messages for %d tool calls", path, len(messages), len(uses)))
	}
	for i, use := range uses {
		if use.Result.Failed {
			failed++
		}
		if text := messages[i].Content(); use.Result.Failed && (strings.TrimSpace(text) == "" ||
			!strings.Contains(text, use.Result.Content)) {
			return a.is(result.VerdictSilentDamage, path+" does not say that "+use.Call.Name+" has failed")
		}
	}
	switch {
	case failed > 0:
		return a.is(result.VerdictTold, "")
	case a.fault.Tool == fault.ToolFails, a.fault.Tool == "":
		return a.is(result.VerdictSilentDamage, "no tool message says that a call has failed")
	}
	return a.is(result.VerdictTaken, "")
}

// usesOf returns the tool calls that a call's answer requested.
func usesOf(ran *runner.Ran, path string) []*pipeline.ToolUse {
	var all []*pipeline.ToolUse
	for _, e := range ran.Log {
		if e.Kind == pipeline.EntryTool && PlaceOf(e.Path) == path {
			all = append(all, e.Tool)
		}
	}
	return all
}

// toolMessages returns the tool messages at the end of the next request in the place of a call; an empty path: there is
// no such request.
func toolMessages(ran *runner.Ran, call string) (messages []pipeline.Message, path string) {
	behind := false
	for _, e := range ran.Log {
		switch {
		case e.Kind != pipeline.EntryCall:
		case e.Path == call:
			behind = true
		case behind && PlaceOf(e.Path) == PlaceOf(call):
			x, _ := ran.Calls.At(e.Path)
			all := x.Request.Messages
			for len(all) > 0 && all[len(all)-1].Role == pipeline.RoleSystem { // of a finalizer
				all = all[:len(all)-1]
			}
			begin := len(all)
			for begin > 0 && all[begin-1].Role == pipeline.RoleTool {
				begin--
			}
			return all[begin:], e.Path
		}
	}
	return nil, ""
}

// nothingReads reports whether no later request in the place of a call could show its tool results: the run has used up
// its calls and ends without another request.
func nothingReads(ran *runner.Ran, call string) bool {
	_, path := toolMessages(ran, call)
	return path == ""
}

// judgeBudget judges a loop in which the same call fails until the run may call no more: the run must report that and
// end with an answer.
func (a *attempt) judgeBudget(ran *runner.Ran) result.Cell {
	for _, e := range ran.Log {
		if e.Kind == pipeline.EntryFallback && e.Fallback.Reason == pipeline.ToolBudget && e.Stage == a.cell.Stage &&
			Within(e.Path, PlaceOf(a.call.Path)) {
			a.cell.Reason, a.cell.Tries = pipeline.ToolBudget, e.Fallback.Tries
			return a.judgeCalls(ran)
		}
	}
	return a.is(result.VerdictSilentDamage, "the loop ends without reporting that its tool budget is used up")
}
