package alfred

import (
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/database"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// conversation is the state that outlives a turn: the tables and the registry, where effects of steps stay, and the
// conversation with its decisions and results, which a failed turn leaves unchanged (F8).
type conversation struct {
	prompts *prompts
	block   Block
	*database.Layer
	kept
}

// kept is the part of a turn that Summarize keeps.
type kept struct {
	talk      memory.Conversation
	reasoning memory.Reasoning
	results   []memory.TurnResults
}

// turn is a walk through the graph, on a copy of the kept state.
type turn struct {
	*conversation
	kept
	ctx context.Context
	rt  *pipeline.Runtime

	number    int // from 1
	mode      mode
	message   pipeline.Pieces // of the user, with references instead of ids
	mentioned []pipeline.Pieces
	touched   bool // entities or rows, by hand or by Understand

	waits   *memory.Pending // for the user's answer, at the end of the turn
	curated memory.Curation // by Understand
	goal    pipeline.Pieces // of Think
	plan    decision
	steps   []step
	done    []memory.Outcome // by the index of the step
	noted   []pipeline.Pieces
	loaded  map[string]*record.Object // the rows that Think was told not to read again
}

func (c *conversation) program() bool { return c.block.program() }

// work is a step of a plan in progress, at a place of its own.
type work struct {
	*turn
	rt    *pipeline.Runtime
	index int             // from 0
	note  pipeline.Pieces // of the step before
	next  pipeline.Pieces // for the next step

	batch   []batchItem // items that a write step has to save, one by one
	results []memory.Result
	drafts  []memory.Draft // composed in this step
	calls   int            // of the model
	schemas []string       // subdomains that the model requested
}

// step returns the step as planned.
func (w *work) step() step { return w.steps[w.index] }

func (w *work) typ() stepType { return stepType(w.step().Type) }

// ending is why the steps of a plan end early.
type ending struct {
	ended bool
	ask   pipeline.Pieces // a question to the user
	tell  pipeline.Pieces // a fixed text for the user
	why   pipeline.Pieces // for Reply
}

// visit reports the current node of the graph.
func (t *turn) visit(node string) { t.rt.Event(eventNode, node) }

// eventNode is the event of a node of the graph: its name.
const eventNode = "node"
