package beaver

import (
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// conversation is one session: the state from turn to turn.
type conversation struct {
	prompts   *prompts
	libraries *libraries
	base      *library // of the case's files; nil: no skills
	digest    string   // of the base
	block     Block
	session   pipeline.Session
	tools     []pipeline.Tool

	history  []pipeline.Message
	tasks    tasks
	routed   bool    // a router was asked: its answer could have opened a Task
	reported bool    // the problems of the skills have been reported
	memory   *memory // tools write to it during a run, permanently
	learning
}

// learning is what a session learns.
type learning struct {
	library *library       // the base with what was learned; nil: no skills
	learned []learnedSkill // in the order of their publication
	waiting []waitingDraft // for a review, the newest last
}

// turn is one turn's copy of the session, at the turn's place; below makes one for a place below.
type turn struct {
	*conversation
	ctx     context.Context
	rt      *pipeline.Runtime
	history []pipeline.Message
	tasks   tasks
	routed  bool
	memory  *memory
	learning
	parentRun string // id of the main run of a team

	planned pipeline.TextSource // of the current plan
}
