package agens

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/router"
)

// The events of a run in the trace, besides calls and tools (G7).
const (
	eventRun         = "run"
	eventStatus      = "status"
	eventNodeStarted = "node_started"
	eventNodeRetry   = "node_retry"
	eventNodeResult  = "node_result"
	eventResource    = "resource_load"
	eventYieldWait   = "yield_wait"
	eventYieldDone   = "yield_done"
	eventComplete    = "complete"
	eventError       = "error"
)

// The states of a run.
const (
	statusRunning  = "running"
	statusComplete = "complete" // no thread is left
	statusEnded    = "ended"    // by an instruction
	statusError    = "error"
)

// shownNext returns instructions for events and decisions.
func shownNext(all []router.Instruction) []map[string]any {
	shown := []map[string]any{}
	for _, i := range all {
		fields := map[string]any{"type": i.Type}
		switch i.Type {
		case router.TypeRoute:
			fields["value"], fields["count"] = pipeline.ShortName(i.Value), 1
			if i.Count != nil {
				fields["count"] = *i.Count
			}
		case router.TypeYield, router.TypeSub:
			fields["value"] = pipeline.ShortName(i.Value)
		case router.TypeRetry:
			if i.Reason != nil {
				fields["reason"] = *i.Reason
			}
		}
		shown = append(shown, fields)
	}
	return shown
}
