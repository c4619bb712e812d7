package beaver

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// delegation is a node's assignment (D-0): a node of the plan, its place, and its resources.
type delegation struct {
	planNode
	rt        *pipeline.Runtime
	dependsOn []string
	behind    []*delegation // those that rest on it
	rank      int           // position among the nodes of the team (N-2)
	pinned    []*skill
	guidance  *guidance
	failed    bool // no skill is readable, or the embedder does not work
}

// The ways in which a node ends (D-3).
const (
	nodeDone    = "done"
	nodeFailed  = "failed"
	nodeSkipped = "skipped" // a node that it depends on did not end well
)

// nodeResult is the result of a node.
type nodeResult struct {
	ID     string
	Task   string
	Status string
	Reason string // of its failure, or the node for which it was skipped
	Answer string
	Run    runRecord
	writes []write // its own writes to the memory
	known  []write // these, and those of all nodes that it rests on
}

// excerptLength is the length of a node's output for others, in code points (D-2).
const excerptLength = 800

// excerpt returns the beginning of the node's answer.
func (r nodeResult) excerpt() pipeline.Pieces {
	return r.Run.from.Of(firstRunes(r.Answer, excerptLength))
}
