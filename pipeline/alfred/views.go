package alfred

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
)

// The nodes' views of the state of the graph (F6), one type each. The templates show these fields and the results of
// their methods.

// view is the common part of several nodes' views.
type view struct {
	Message   pipeline.Pieces // of the user
	Entities  memory.Entities
	Talk      memory.Conversation
	Reasoning memory.Reasoning
	Program   bool   // compat: program
	Today     string // 2026-01-25
	Profile   pipeline.Pieces
}

// understandView is the data of understand.user.tmpl: everything, since Understand decides what the others see.
type understandView struct{ view }

// thinkView is the data of think.user.tmpl: references and labels.
type thinkView struct {
	view
	Guidance  pipeline.Pieces // of all subdomains that have one
	Dashboard []count         // rows of the tables
	Curation  memory.Curation // Understand's decisions in this turn
	Mentioned []pipeline.Pieces
	Mode      string // plan, quick, create or cook
	MaxSteps  int
}

// count is the number of rows of a table.
type count struct {
	Table string
	Rows  int
}

// step is a step of the plan.
type step struct {
	Type        string // read, write, analyze or generate
	Subdomain   string
	Description pipeline.Pieces
}

// batchItem is an item of a step's list.
type batchItem struct {
	Ref, Label pipeline.Pieces
	Status     string          // pending or completed; in the program also in_progress or failed
	Result     pipeline.Pieces // the reference of the saved row
}

// actView is the data of act.user.tmpl: the data itself.
type actView struct {
	view
	Goal     pipeline.Pieces // of the plan
	Step     step
	Index    int // of the step, from 0
	Steps    int // of the plan
	Calls    int // of tools, made in this step
	Note     pipeline.Pieces
	Batch    []batchItem
	Guidance pipeline.Pieces // of the step's subdomain
	Asked    []string        // subdomains whose schema the model requested in this step

	This    memory.Outcome       // of this step so far
	Before  []memory.Outcome     // of earlier steps, by index
	Results []memory.TurnResults // of earlier turns
}

// quickView is the data of act-quick.user.tmpl.
type quickView struct {
	view
	Intent    pipeline.Pieces
	Subdomain string
}

// replyView is the data of reply.user.tmpl: labels, and what was done.
type replyView struct {
	view
	Goal   pipeline.Pieces
	Steps  []step
	Done   []memory.Outcome // by index of the step; fewer than Steps: the rest was not reached
	Failed pipeline.Pieces  // why the work ended early; empty: it did not
}

// summarizeView is the data of summarize.user.tmpl.
type summarizeView struct {
	Message pipeline.Pieces
	Answer  pipeline.Pieces
	Program bool
}
