package app

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/internal/thread"
	"github.com/beaver-eval/beaver-eval/pipeline/app/program"
)

// end names the calls of the turn and reports them, stage by stage in the suite's order: which of two stages was asked
// first may differ from run to run.
func (t *turn) end(rt *pipeline.Runtime, reply string, err error) (pipeline.Outcome, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.settle()
	named := t.named()
	for i, n := range named {
		req := n.call.request
		req.Leaf, req.Again = n.name.Leaf(req.Stage), n.name.Try > 1
		if !n.call.answered {
			n.call.err = &pipeline.Failure{Reason: pipeline.Timeout, Err: errUnanswered}
		}
		if rt.Named(req, n.call.resp, n.call.err) == nil { // an error that stops the case sticks to its place
			used(rt, n, named[i+1:])
		}
	}
	for _, what := range t.unclaimed(named) {
		rt.Event(pipeline.EventUnclaimed, map[string]string{"what": what})
	}
	for _, what := range t.problems {
		rt.Event(pipeline.EventRefused, map[string]string{"what": what})
	}
	switch {
	case err != nil && len(t.problems) > 0:
		err = fmt.Errorf("%w; refused: %s", err, t.problems[0])
	case ended(err) && t.isSilent():
		err = fmt.Errorf("%w; %w", err, errSilent)
	case err == nil && t.isSilent():
		err = t.silent()
	}
	if err != nil {
		return pipeline.Outcome{}, &pipeline.InputError{What: err.Error(), Err: err}
	}
	out := pipeline.Outcome{Status: pipeline.StatusDone}
	if reply != "" {
		out.Replies = []pipeline.Reply{{Kind: pipeline.ReplyAnswer, Text: reply}}
	}
	return out, nil
}

var errUnanswered = errors.New("the turn has ended before the answer")

// used reports the tool calls of an answer, with the results that the next request of the thread has for them.
func used(rt *pipeline.Runtime, asked namedCall, behind []namedCall) {
	results := map[string]string{}
	ids := make([]string, len(asked.call.resp.ToolCalls))
	if next, ok := nextOf(asked, behind); ok {
		for _, m := range next.request.Messages[len(asked.call.request.Messages):] {
			for i, c := range m.ToolCalls[:min(len(m.ToolCalls), len(ids))] {
				if m.Role == pipeline.RoleAssistant && ids[i] == "" {
					ids[i] = c.ID
				}
			}
			if m.Role == pipeline.RoleTool {
				results[m.ToolCallID] = m.Content()
			}
		}
	}
	for i, c := range asked.call.resp.ToolCalls {
		result, known := results[ids[i]]
		rt.Used(c, result, known && ids[i] != "")
	}
}

// nextOf returns the call that continues another one in its thread.
func nextOf(asked namedCall, behind []namedCall) (*call, bool) {
	for _, n := range behind {
		if n.call.request.Stage == asked.call.request.Stage && n.name.Thread == asked.name.Thread &&
			n.name.Step == asked.name.Step+1 {
			return n.call, true
		}
	}
	return nil, false
}

// settle waits for answers in progress, but not for those that will never come. It is called with the lock held.
func (t *turn) settle() {
	until := time.Now().Add(settling)
	timer := time.AfterFunc(settling, func() {
		t.mu.Lock() // else it may come between the check of the clock and the wait
		defer t.mu.Unlock()
		t.quiet.Broadcast()
	})
	defer timer.Stop()
	for t.under > 0 && time.Now().Before(until) {
		t.quiet.Wait()
	}
}

// settling is how long answers of an ended turn are waited for.
const settling = 2 * time.Second

// isSilent reports whether a turn lacks a call that it should have.
func (t *turn) isSilent() bool {
	return len(t.calls) == 0 && t.embedded == 0 && t.session.block.Calls == nil && !t.free
}

// ended reports whether an error says that a program ended without a reply: perhaps it looked for its model elsewhere.
func ended(err error) bool {
	_, exited := errors.AsType[*program.ExitError](err)
	_, mute := errors.AsType[*program.NoReplyError](err)
	return exited || mute
}

// silent returns the error for a turn without a call.
func (t *turn) silent() error {
	if len(t.problems) > 0 {
		return fmt.Errorf("no request for a model came in; refused: %s", t.problems[0])
	}
	return errSilent
}

var errSilent = errors.New("no request for a model came in: does the program read its base URL from " +
	"OPENAI_BASE_URL, ANTHROPIC_BASE_URL or OLLAMA_HOST? (calls: 0 in the suite allows turns without a request)")

// named returns the calls with their names, in the order in which they are reported.
func (t *turn) named() []namedCall {
	t.settleStages()
	order := stageNames(t.session.rules)
	all := make([]thread.Call, len(t.calls))
	for i, c := range t.calls {
		all[i] = c.threaded()
	}
	names := thread.Names(all, t.session.together, threads(t.with.Accepted(t.place), t.place))
	named := make([]namedCall, len(t.calls))
	for i, c := range t.calls {
		named[i] = namedCall{c, names[i]}
	}
	slices.SortStableFunc(named, func(a, b namedCall) int {
		return cmp.Or(
			cmp.Compare(slices.Index(order, a.call.request.Stage), slices.Index(order, b.call.request.Stage)),
			cmp.Compare(a.name.Thread, b.name.Thread), cmp.Compare(a.name.Step, b.name.Step),
			cmp.Compare(a.name.Try, b.name.Try))
	})
	return named
}
