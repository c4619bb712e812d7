package beaver

import (
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// conversation is one session: what survives from turn to turn.
type conversation struct {
	prompts   *prompts
	libraries *libraries
	library   *library // nil: no skills
	digest    string   // of the library
	block     Block
	session   pipeline.Session
	tools     []pipeline.Tool

	history  []pipeline.Message
	tasks    tasks
	routed   bool    // a router was asked: its answer could have opened a Task
	reported bool    // what is wrong with the skills
	memory   *memory // tools write to it during a run, and that remains
}

// turn is the copy of the session that one turn works on, at the turn's place; below makes one for a place below.
type turn struct {
	*conversation
	ctx       context.Context
	rt        *pipeline.Runtime
	history   []pipeline.Message
	tasks     tasks
	routed    bool
	memory    *memory
	parentRun string // id of the main run that a team works for

	planned pipeline.TextSource // of the plan that is carried out
}
