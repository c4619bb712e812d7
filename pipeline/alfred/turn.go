package alfred

import (
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/database"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
)

// conversation is what outlives a turn: the tables and the registry, on which whatever a step does stays, and the talk
// with what was decided and found, which a turn that fails leaves as it was (F8).
type conversation struct {
	prompts *prompts
	block   Block
	*database.Layer
	kept
}

// kept is what Summarize keeps of a turn.
type kept struct {
	talk      memory.Conversation
	reasoning memory.Reasoning
	results   []memory.TurnResults
}

// turn is a walk through the graph, on a copy of what is kept.
type turn struct {
	*conversation
	kept
	ctx context.Context
	rt  *pipeline.Runtime

	number    int // from 1
	mode      mode
	message   pipeline.Pieces // of the user, with references in place of ids
	mentioned []pipeline.Pieces
	touched   bool // entities or rows, by hand or by Understand

	waits   *memory.Pending // for an answer of the user, when the turn ends
	curated memory.Curation // by Understand
	goal    pipeline.Pieces // of Think
	plan    decision
	steps   []step
	done    []memory.Outcome // by the index of the step
	noted   []pipeline.Pieces
}

func (c *conversation) program() bool { return c.block.program() }

// work is a step of a plan under way, at a place of its own.
type work struct {
	*turn
	rt    *pipeline.Runtime
	index int             // from 0
	note  pipeline.Pieces // of the step before
	next  pipeline.Pieces // for the step behind

	batch   []batchItem // what a step that writes has to save, one by one
	results []memory.Result
	calls   int      // of the model
	schemas []string // subdomains that the model has asked for
}

// step is the step as it is planned.
func (w *work) step() step { return w.steps[w.index] }

func (w *work) typ() stepType { return stepType(w.step().Type) }

// ending is why the steps of a plan end before their time.
type ending struct {
	ended bool
	ask   pipeline.Pieces // a question to the user
	tell  pipeline.Pieces // what the user is told as it stands
	why   pipeline.Pieces // what Reply has to say
}

// visit says which node the graph is in.
func (t *turn) visit(node string) { t.rt.Event("node", node) }
