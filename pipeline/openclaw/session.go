package openclaw

import (
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// session is one agent's conversation. A run works on a copy and commits it at its end.
type session struct {
	key     string          // determines the extent of the system prompt (O-3)
	level   int             // 0: the main session; of a sub-agent its depth
	context pipeline.Pieces // a sub-agent's instructions
	history []pipeline.Message
	whole   map[string]pipeline.Message // results before they were shortened, by the id of their call

	compactions int
	notices     []pipeline.Message // about scheduled work, for the next run
	prompt      []pipeline.Section // the system prompt of the last run (O-8)
	skills      *snapshot

	// State of the current turn, whether a run commits or not.
	files   *workFiles
	spawned int         // number of sub-agents in this turn
	started []*subAgent // that have not reported yet
}

// copy returns a run's copy. Files and sub-agents are shared with the session: effects of tools remain.
func (s *session) copy() session {
	c := *s
	c.history, c.whole = slices.Clone(s.history), maps.Clone(s.whole)
	if c.whole == nil {
		c.whole = map[string]pipeline.Message{}
	}
	return c
}

// commit takes over the result of a run.
func (s *session) commit(c session) {
	s.history, s.whole, s.compactions, s.notices = c.history, c.whole, c.compactions, c.notices
	s.prompt, s.skills = c.prompt, c.skills
}

// touched reports whether tools have changed anything in this turn that later runs find.
func (s *session) touched() bool { return len(s.files.log) > 0 || s.spawned > 0 }

// subAgent is a session started by another one (O-23).
type subAgent struct {
	*session
	number string
	id     string
	task   pipeline.Pieces
	place  *pipeline.Runtime

	failed bool
	report pipeline.Pieces
}

// snapshot is a run's view of the skills.
type snapshot struct {
	*catalogue.Snapshot
	library string          // digest of its folders
	text    pipeline.Pieces // the catalogue for the prompt; nil: it is empty

	warnings []skills.Problem // about usable skills
}

func (s *snapshot) known() *catalogue.Snapshot {
	if s == nil {
		return nil
	}
	return s.Snapshot
}
