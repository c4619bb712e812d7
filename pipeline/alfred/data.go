package alfred

import "github.com/beaver-eval/beaver-eval/pipeline"

// understandData is what understand.user.tmpl shows.
type understandData struct {
	Message      pipeline.Pieces
	Conversation pipeline.Pieces
	Decisions    pipeline.Pieces // the log, as a table
	Registry     pipeline.Pieces // the entities, as a table
	Pending      pipeline.Pieces // what was asked
}

// thinkData is what think.user.tmpl shows.
type thinkData struct {
	Profile, Guidance pipeline.Pieces
	Dashboard         []count
	Entities          pipeline.Pieces
	LastTurn          pipeline.Pieces // what was decided and done
	Curation          pipeline.Pieces
	Conversation      pipeline.Pieces
	Pending           pipeline.Pieces
	Message           pipeline.Pieces
	Mentioned         []pipeline.Pieces
	Today, Mode       string
	MaxSteps          int
	Active, Unsaved   int // entities
}

// actKind is what the header and the examples of Act depend on.
type actKind struct{ Subdomain, Type string }

// actData is what act.user.tmpl shows (F6).
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
	PrevTurn         pipeline.Pieces // results of the turns before
	Before           pipeline.Pieces // results of the steps before
	This             pipeline.Pieces // results of this step
	Entities         pipeline.Pieces
	Artifacts        pipeline.Pieces
	Conversation     pipeline.Pieces
}

// quickData is what act-quick.user.tmpl shows.
type quickData struct {
	Message, Intent pipeline.Pieces
	Subdomain       string
	Schema          pipeline.Pieces
	Today           string
	Conversation    pipeline.Pieces // where nobody has said what the message means
	Entities        pipeline.Pieces
}

// replyData is what reply.user.tmpl shows.
type replyData struct {
	Message      pipeline.Pieces
	Goal         pipeline.Pieces
	Entities     pipeline.Pieces
	Generated    pipeline.Pieces // contents of what is not saved
	Conversation pipeline.Pieces
	Flow         pipeline.Pieces
	Done         pipeline.Pieces
	Failed       pipeline.Pieces
}

// summarizeData is what summarize.user.tmpl shows.
type summarizeData struct {
	Message, Answer pipeline.Pieces
}
