package agens

import (
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// visit is a thread at a node. Its state belongs to the node: the next one begins without retries and tool results.
type visit struct {
	*run
	thread *thread
	node   *node
	rt     *pipeline.Runtime
	left   int // remaining visits, including this one

	retries int
	message message.Message
	next    []router.Instruction // of the last result
	step    router.Step          // their effect
}

// begin counts a run of the node and reports it. A call needs an input (G7).
func (v *visit) begin() error {
	if v.left == 0 {
		return tooManyVisits(v.rt, v.node.name)
	}
	v.left--
	v.started()
	if v.node.Sub == "" && v.input == nil {
		return routeError(v.rt, reasonInputRequired, v.node.name, "")
	}
	return nil
}

// started reports that the node runs, with the differences from its earlier runs.
func (v *visit) started() {
	var reason, results any
	if v.message.Reason != nil {
		reason = v.message.Reason.String()
	}
	if len(v.message.ToolResults) > 0 {
		results = slices.Sorted(maps.Keys(v.message.ToolResults))
	}
	var previous any
	if v.thread.previous != nil {
		previous = v.thread.previous.String()
	}
	v.rt.Event(eventNodeStarted, map[string]any{
		"node_id": v.node.name, "input": v.input.String(), "previous_result": previous,
		"retries": v.retries, "retry_reason": reason, "tool_result_ids": results,
	})
}

// routes decides where the thread goes after a result: by the answer's own instructions, else by the node's router
// (G6). most is the maximum number of moves.
func (v *visit) routes(own []router.Instruction, outputs any) {
	v.next = own
	if len(own) == 0 && v.node.routes {
		v.next = v.node.router.Route(outputs)
	}
	v.step = router.Next(v.next, v.left+1)
}

// results reports the node's result.
func (v *visit) results(result string, outputs any) {
	v.rt.Event(eventNodeResult, map[string]any{
		"node_id": v.node.name, "result": result, "outputs": outputs, "next": shownNext(v.next),
		"retries": v.retries,
	})
}

// retried counts a retry and reports it. result is that of the node, if it had one.
func (v *visit) retried(reason pipeline.Pieces, result any) {
	v.retries++
	v.message.Retry, v.message.Reason = true, reason
	var said any
	if reason != nil {
		said = reason.String()
	}
	v.rt.Event(eventNodeRetry, map[string]any{
		"node_id": v.node.name, "result": result, "retries": v.retries, "retry_reason": said,
	})
}

// why returns the reason of a step with a retry, as the case has it; nil: there is none.
func (v *visit) why() pipeline.Pieces {
	if v.step.Reason == nil {
		return nil
	}
	return inBlock(v.node.key + ".routes").Of(*v.step.Reason)
}
