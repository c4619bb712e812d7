package beaver

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// runInput is the input of one run of the agent.
type runInput struct {
	ID               string // of the run; default: made from the place
	Stage            string // main or node
	Session          pipeline.Session
	Message          pipeline.Pieces
	ExecutionContext []pipeline.Section
	Query            pipeline.Pieces // text by which skills are selected
	Pinned           []*skill        // active already, in the execution context (D-0)
	OnTask           bool            // it is an attempt on a Task
	Node             *delegation     // of a node's run
}

// runResult is the result of a run.
type runResult struct {
	answer string
	failed bool
	reason pipeline.Reason    // of a failure
	stored []pipeline.Message // for the session: the user's message, calls, results and the answer
	record runRecord
}

// agentRun is a run in progress.
type agentRun struct {
	*turn
	in     runInput
	head   []pipeline.Message // system prompt, activated skills and visible history; never stored by this run
	stored []pipeline.Message
	tools  []pipeline.Tool
	record runRecord
}
