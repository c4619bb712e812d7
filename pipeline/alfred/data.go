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
	Goal             pipeline.Pieces
	Calls            int
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
