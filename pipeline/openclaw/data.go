package openclaw

import "github.com/beaver-eval/beaver-eval/pipeline"

// heartbeatData is the data of heartbeat.user.tmpl.
type heartbeatData struct {
	Shown bool // the system prompt shows HEARTBEAT.md, if it is there
}

// scheduledData is the data of scheduled.user.tmpl.
type scheduledData struct {
	ID, Name, Text pipeline.Pieces
}

// noticeData is the data of notice.user.tmpl, about scheduled work that has ended.
type noticeData struct {
	ID, Name pipeline.Pieces
	Failed   bool
	Reply    pipeline.Pieces // empty: there was none
}

// skillData is the data of command.user.tmpl, about a skill that the user calls by its name (O-13).
type skillData struct {
	Name, Location pipeline.Pieces
	Rest           pipeline.Pieces // of the user's message
	Read           string          // the name of the tool
}

// subAgentData is the data of subagent.context.tmpl (O-23).
type subAgentData struct {
	Task     pipeline.Pieces
	MaySpawn bool
}

// completionData is the data of completion.user.tmpl, about a sub-agent that has ended.
type completionData struct {
	ID      string
	Task    pipeline.Pieces
	Failed  bool
	Report  pipeline.Pieces // empty: there was none
	ToAgent bool            // the recipient is itself a sub-agent
}

// compactionData is the data of compaction.user.tmpl (O-31).
type compactionData struct {
	Summary   pipeline.Pieces // of the earlier part; empty: there is none
	Messages  []spokenData
	SplitTurn bool // the results of their last request come after them
}

// spokenData is a message for the summarising model.
type spokenData struct {
	Role  string
	Tool  string // whose result it is
	Text  pipeline.Pieces
	Calls []calledData
	Left  int // tokens of a text too long to be shown
}

type calledData struct {
	Name, Arguments pipeline.Pieces
}

// summaryData is the data of summary.user.tmpl.
type summaryData struct {
	Summary pipeline.Pieces
}

// catalogueData is the data of catalogue.tmpl (O-14, O-15).
type catalogueData struct {
	Note       pipeline.Pieces // of the connected machines
	Cut        bool            // not all skills are listed
	Listed, Of int
	XML        pipeline.Pieces
}
