package alfred

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
)

// What the nodes see of the state of the graph (F6), one type each. The templates show these fields and what their
// methods give.

// view is what several nodes see.
type view struct {
	Message   pipeline.Pieces // of the user
	Entities  memory.Entities
	Talk      memory.Conversation
	Reasoning memory.Reasoning
	Program   bool   // compat: program
	Today     string // 2026-01-25
	Profile   pipeline.Pieces
}

// understandView is what understand.user.tmpl shows: all of it, since Understand decides what the others see.
type understandView struct{ view }

// thinkView is what think.user.tmpl shows: references and labels.
type thinkView struct {
	view
	Guidance  pipeline.Pieces // of all subdomains that have one
	Dashboard []count         // rows of the tables
	Curation  memory.Curation // what Understand decided in this turn
	Mentioned []pipeline.Pieces
	Mode      string // plan, quick, create or cook
	MaxSteps  int
}

// count is how many rows a table has.
type count struct {
	Table string
	Rows  int
}

// step is a step of the plan.
type step struct {
	Type        string // read, write, analyze or generate
	Subdomain   string
	Description pipeline.Pieces
	Group       int
}

// batchItem is an item of the list that a step works through.
type batchItem struct {
	Ref, Label pipeline.Pieces
	Status     string          // pending, in_progress, completed or failed
	Result     pipeline.Pieces // the reference that it was saved as, or what went wrong
}

// actView is what act.user.tmpl shows: the data itself.
type actView struct {
	view
	Step     step
	Index    int // of the step, from 0
	Steps    int // of the plan
	Calls    int // of tools, made in this step
	Note     pipeline.Pieces
	Batch    []batchItem
	Guidance pipeline.Pieces // of the step's subdomain
	Asked    []string        // subdomains whose schema the model asked for in this step

	This    memory.Outcome       // of this step so far
	Before  []memory.Outcome     // of the steps before it, by index
	Results []memory.TurnResults // of the turns before
}

// quickView is what act-quick.user.tmpl shows.
type quickView struct {
	view
	Intent    pipeline.Pieces
	Subdomain string
}

// replyView is what reply.user.tmpl shows: labels, and what was done.
type replyView struct {
	view
	Goal   pipeline.Pieces
	Steps  []step
	Done   []memory.Outcome // by index of the step; fewer than Steps: the rest was not reached
	Failed pipeline.Pieces  // why the work ended before its time; empty: it did not
}

// summarizeView is what summarize.user.tmpl shows.
type summarizeView struct {
	Message pipeline.Pieces
	Answer  pipeline.Pieces
	Program bool
}
