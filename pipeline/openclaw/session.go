package openclaw

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// session is what one agent has said and heard. A run works on a copy and commits it when it has come to its end.
type session struct {
	key     string          // decides how much of the system prompt there is (O-3)
	level   int             // 0: the main session; of a sub-agent how deep it is
	context pipeline.Pieces // what a sub-agent is told of its place
	history []pipeline.Message

	compactions int
	notices     []pipeline.Message // of work that a schedule has started, for the next run
	prompt      []pipeline.Section // the system prompt of the last run (O-8)
	skills      *snapshot

	// Of the turn under way, whether a run commits or not.
	files   *workFiles
	spawned int         // sub-agents in this turn
	started []*subAgent // that have not reported yet
}

// copy is what a run works on. Files and sub-agents are the session's own: what tools have done stays done.
func (s *session) copy() session {
	c := *s
	c.history = slices.Clone(s.history)
	return c
}

// commit takes over what a run has come to.
func (s *session) commit(c session) {
	s.history, s.compactions, s.notices, s.prompt, s.skills = c.history, c.compactions, c.notices, c.prompt, c.skills
}

// touched reports whether tools have changed in this turn what later runs find.
func (s *session) touched() bool { return len(s.files.log) > 0 || s.spawned > 0 }

// subAgent is a session that another one has started (O-23).
type subAgent struct {
	*session
	number string
	id     string
	task   pipeline.Pieces
	place  *pipeline.Runtime

	failed bool
	report pipeline.Pieces
}

// snapshot is what a run knows of the skills.
type snapshot struct {
	*catalogue.Snapshot
	library string          // digest of the folders that it was made of
	text    pipeline.Pieces // the catalogue as the prompt shows it; nil: it has nothing to say

	warnings []skills.Problem // of skills that may be used
}

func (s *snapshot) known() *catalogue.Snapshot {
	if s == nil {
		return nil
	}
	return s.Snapshot
}
