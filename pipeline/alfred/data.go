package alfred

import "github.com/beaver-eval/beaver-eval/pipeline"

// understandData is the data of understand.user.tmpl.
type understandData struct {
	Message      pipeline.Pieces
	Conversation pipeline.Pieces
	Decisions    pipeline.Pieces // the log, as a table
	Registry     pipeline.Pieces // the entities, as a table
	Pending      pipeline.Pieces // the pending question
}

// thinkData is the data of think.user.tmpl.
type thinkData struct {
	Profile, Guidance pipeline.Pieces
	Dashboard         []count
	Entities          pipeline.Pieces
	LastTurn          pipeline.Pieces // decisions and actions
	Curation          pipeline.Pieces
	Conversation      pipeline.Pieces
	Pending           pipeline.Pieces
	Message           pipeline.Pieces
	Mentioned         []pipeline.Pieces
	Today, Mode       string
	MaxSteps          int
	Active, Unsaved   int // entities
}

// actKind determines the header and the examples of Act.
type actKind struct{ Subdomain, Type string }

// actData is the data of act.user.tmpl (F6).
type actData struct {
	actKind
	Header, Examples pipeline.Pieces
	Schema           pipeline.Pieces // of steps that use the database
	Database         bool            // the step may use it
	Number, Of       int             // of the step, from 1
	Goal             pipeline.Pieces // of the plan
	Task             pipeline.Pieces // of the step
	Calls, MaxCalls  int
	Program          bool
	No               sectionNumbers
	Today            string
	Note             pipeline.Pieces
	Message          pipeline.Pieces
	Batch            []batchItem
	Profile          pipeline.Pieces
	Guidance         pipeline.Pieces
	PrevTurn         pipeline.Pieces // results of earlier turns
	Before           pipeline.Pieces // results of earlier steps
	This             pipeline.Pieces // results of this step
	Entities         pipeline.Pieces
	Artifacts        pipeline.Pieces
	Conversation     pipeline.Pieces
}

// sectionNumbers are the numbers of the sections of act.user.tmpl that have one.
type sectionNumbers struct{ Schema, Task, Data, Entities, Generated, Context int }

// numbered returns the data with the numbers of its sections: in order, or as the program gives them.
func (d actData) numbered() actData {
	if d.Program {
		d.No = sectionNumbers{Schema: 3, Task: 1, Data: 2, Entities: 3, Generated: 5, Context: 4}
		if d.Database {
			d.No.Entities, d.No.Context = 4, 6
		}
		return d
	}
	n := 0
	number := func(is bool) int {
		if is {
			n++
		}
		return n
	}
	d.No.Schema = number(len(d.Schema) > 0)
	d.No.Task, d.No.Data = number(true), number(true)
	d.No.Entities = number(len(d.Entities) > 0)
	d.No.Generated = number(len(d.Artifacts) > 0)
	d.No.Context = number(len(d.Conversation) > 0)
	return d
}

// quickData is the data of act-quick.user.tmpl.
type quickData struct {
	Message, Intent pipeline.Pieces
	Subdomain       string
	Schema          pipeline.Pieces
	Today           string
	Conversation    pipeline.Pieces // if the message was not interpreted
	Entities        pipeline.Pieces
}

// replyData is the data of reply.user.tmpl.
type replyData struct {
	Message      pipeline.Pieces
	Goal         pipeline.Pieces
	Entities     pipeline.Pieces
	Generated    pipeline.Pieces // unsaved contents
	Conversation pipeline.Pieces
	Flow         pipeline.Pieces
	Done         pipeline.Pieces
	Failed       pipeline.Pieces
}

// summarizeData is the data of summarize.user.tmpl.
type summarizeData struct {
	Message, Answer pipeline.Pieces
}
