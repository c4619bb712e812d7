package beaver

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// delegation is what a node is sent off with (D-0): a node of the plan, its place, and what it is to use.
type delegation struct {
	planNode
	rt        *pipeline.Runtime
	dependsOn []string
	behind    []*delegation // those that rest on it
	rank      int           // among the nodes of the team (N-2)
	pinned    []*skills.Skill
	guidance  *guidance
	failed    bool // no skill can be read, or the embedder does not work
}

// The ways in which a node ends (D-3).
const (
	nodeDone    = "done"
	nodeFailed  = "failed"
	nodeSkipped = "skipped" // a node that it depends on did not end well
)

// nodeResult is what became of a node.
type nodeResult struct {
	ID     string
	Task   string
	Status string
	Reason string // why it failed, or the node that it was skipped for
	Answer string
	Run    runRecord
	writes []write // to the memory, its own
	known  []write // these, and those of all that it rests on
}

// excerptLength is how much of a node's output others see, in code points (D-2).
const excerptLength = 800

// excerpt is the beginning of the node's answer.
func (r nodeResult) excerpt() pipeline.Pieces {
	return r.Run.from.Of(firstRunes(r.Answer, excerptLength))
}
