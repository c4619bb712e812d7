package openclaw

import (
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/history"
)

// conversation is the assistant's main session, and the state that all sessions share.
type conversation struct {
	prompts   *prompts
	libraries *libraries
	block     Block
	tools     []pipeline.Tool // of the case
	at        pipeline.Session
	engine    history.Engine
	main      *session
	files     *workFiles

	versions catalogue.Versions // of the skills (compat: program)
	reported string             // the last report on the skills' problems in the trace
}

// turn is a turn's view: the conversation, and the current skills and files.
type turn struct {
	*conversation
	ctx context.Context
	in  pipeline.Input
}

// incoming is the message that a run answers.
type incoming struct {
	kind kind
	text pipeline.Pieces
}

// run is a run of a session in progress: on a copy, which the session takes over at the run's end.
type run struct {
	*turn
	rt      *pipeline.Runtime
	session *session
	now     session // the copy: its history includes this run
	in      incoming

	head    pipeline.Message // the system prompt
	offered []pipeline.Tool
	opened  []*catalogue.Opened  // files of skills
	read    []string             // names of skills read by the model
	shown   map[string]shownText // results of the system's own tools, by the id of the call
	asked   asked                // the current call
	warned  bool                 // a warning about the context engine was reported
}

// result is the result of a run.
type result struct {
	pipeline.Outcome
	failed bool
	text   pipeline.Pieces // the model's last text; nil for a failed run
}

// asked is the current call of main.
type asked struct {
	tries       int
	compactions int  // after overflows
	shortened   bool // the tool results cannot be shortened further
}

// shownText is the output of a tool of the system's own, with its sources.
type shownText struct {
	skill string // of its file; empty: no skill's
	text  pipeline.Pieces
}
