package openclaw

import "github.com/beaver-eval/beaver-eval/pipeline"

// scheduledData is what scheduled.user.tmpl shows.
type scheduledData struct {
	ID, Name, Text pipeline.Pieces
}

// noticeData is what notice.user.tmpl shows of scheduled work that has ended.
type noticeData struct {
	ID, Name pipeline.Pieces
	Failed   bool
	Reply    pipeline.Pieces // empty: it had nothing to say
}

// skillData is what command.user.tmpl shows of a skill that the user calls by its name (O-13).
type skillData struct {
	Name, Location pipeline.Pieces
	Rest           pipeline.Pieces // of the user's message
	Read           string          // the name of the tool
}

// subAgentData is what subagent.context.tmpl shows (O-23).
type subAgentData struct {
	Task     pipeline.Pieces
	MaySpawn bool
}

// completionData is what completion.user.tmpl shows of a sub-agent that has ended.
type completionData struct {
	ID      string
	Task    pipeline.Pieces
	Failed  bool
	Report  pipeline.Pieces // empty: it had nothing to say
	ToAgent bool            // who is told is a sub-agent itself
}

// compactionData is what compaction.user.tmpl shows (O-31).
type compactionData struct {
	Summary   pipeline.Pieces // of what came before; empty: nothing did
	Messages  []spokenData
	SplitTurn bool // what came of the last request in them stands behind them
}

// spokenData is a message as the model reads it that sums it up.
type spokenData struct {
	Role  string
	Tool  string // whose result it is
	Text  pipeline.Pieces
	Calls []calledData
	Left  int // tokens of a text that is too long to be shown
}

type calledData struct {
	Name, Arguments pipeline.Pieces
}

// summaryData is what summary.user.tmpl shows.
type summaryData struct {
	Summary pipeline.Pieces
}

// catalogueData is what catalogue.tmpl shows of the skills (O-14, O-15).
type catalogueData struct {
	Note       pipeline.Pieces // of the machines that are connected
	Cut        bool            // not all skills are listed
	Listed, Of int
	XML        pipeline.Pieces
}
