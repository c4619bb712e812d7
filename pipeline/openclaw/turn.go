package openclaw

import (
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/history"
)

// conversation is the assistant's main session, and what all sessions share.
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
	reported string             // what the trace was told last of the skills' problems
}

// turn is what a turn finds: the conversation, and skills and files as they are now.
type turn struct {
	*conversation
	ctx context.Context
	in  pipeline.Input
}

// incoming is what a run answers.
type incoming struct {
	kind kind
	text pipeline.Pieces
}

// run is one run of a session at work: on a copy, which the session takes over when the run has come to its end.
type run struct {
	*turn
	rt      *pipeline.Runtime
	session *session
	now     session // the copy: its history has what was said in this run too
	in      incoming

	head    pipeline.Message // the system prompt
	offered []pipeline.Tool
	opened  []*catalogue.Opened  // files of skills
	read    []string             // names of the skills that the model has read
	shown   map[string]shownText // by tools of the system's own, by the id of the call
	asked   asked                // the call under way
	warned  bool                 // of the context engine
}

// result is what a run has come to.
type result struct {
	pipeline.Outcome
	failed bool
	text   pipeline.Pieces // what the model has said last; nil for a run that has failed
}

// asked is the call of main under way.
type asked struct {
	tries       int
	compactions int  // behind overflows
	shortened   bool // the tool results are as short as they get
}

// shownText is what a tool of the system's own has shown, with its sources.
type shownText struct {
	skill string // whose file it is; empty: no skill's
	text  pipeline.Pieces
}
