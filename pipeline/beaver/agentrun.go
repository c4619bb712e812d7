package beaver

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// runInput is what one run of the agent starts from.
type runInput struct {
	ID               string // of the run; default: made from the place
	Stage            string // main or node
	Session          pipeline.Session
	Message          pipeline.Pieces
	ExecutionContext []pipeline.Section
	Query            pipeline.Pieces // what skills are selected for
	Pinned           []*skills.Skill // active already, in the execution context (D-0)
	OnTask           bool            // an attempt on a Task
	Node             *delegation     // of a node's run
}

// runResult is what a run came to.
type runResult struct {
	answer string
	failed bool
	reason pipeline.Reason    // why it failed
	stored []pipeline.Message // what the session keeps of it: the user's message, calls, results and the answer
	record runRecord
}

// agentRun is a run under way.
type agentRun struct {
	*turn
	in     runInput
	head   []pipeline.Message // system prompt, activated skills and visible history; never stored by this run
	stored []pipeline.Message
	tools  []pipeline.Tool
	record runRecord
}
