package memory

import "github.com/beaver-eval/beaver-eval/pipeline"

// Turn is a turn of the talk.
type Turn struct {
	User, Assistant pipeline.Pieces
	Summary         pipeline.Pieces // of what the assistant said; empty: it was short
}

// said is what the assistant said, summed up where it was long.
func (t Turn) said() pipeline.Pieces {
	if len(t.Summary) > 0 {
		return t.Summary
	}
	return t.Assistant
}

// Pending is a question or a proposal that waits for an answer of the user.
type Pending struct {
	Type      string // propose, clarify or ask_user
	Goal      pipeline.Pieces
	Questions []pipeline.Pieces
	Proposal  pipeline.Pieces
}

// Decision is a line of the log of what Understand decided on an entity.
type Decision struct {
	Turn   int
	Ref    pipeline.Pieces // empty: on all of them
	Action string          // retain, demote, drop, clear_all
	Reason pipeline.Pieces // empty: none was given
}

// Conversation is the layer of the talk, as it is at the end of a turn.
type Conversation struct {
	Done       int             // turns that are over
	Turns      []Turn          // the last of them, oldest first
	Engagement pipeline.Pieces // what the session is about
	History    pipeline.Pieces // of the turns before those
	Pending    *Pending
	Decisions  []Decision // oldest first
}

// historyLimit is how many characters the history has at most, and historyTail what stays of a longer one (F7).
const (
	historyLimit = 800
	historyTail  = 750
)

// Add is the conversation after one more turn. A turn that is no longer kept in full goes into the history.
func (c Conversation) Add(t Turn) Conversation {
	c.Done++
	c.Turns = append(c.Turns[:len(c.Turns):len(c.Turns)], t)
	for len(c.Turns) > KeptTurns {
		c.History = shortened(join(" ", c.History, c.Turns[0].inHistory()))
		c.Turns = c.Turns[1:]
	}
	return c
}

// inHistory is what the history says of a turn.
func (t Turn) inHistory() pipeline.Pieces {
	const most = 200
	return say("User: ", cut(t.User, most), " Alfred: ", cut(t.said(), most))
}

// shortened is a history with no more than its last characters, when it is long (F7).
func shortened(history pipeline.Pieces) pipeline.Pieces {
	var starts []int
	s := history.String()
	for at := range s {
		starts = append(starts, at)
	}
	if len(starts) <= historyLimit {
		return history
	}
	return pipeline.JoinPieces(code("..."), history.Cut(starts[len(starts)-historyTail], len(s)))
}

// Log is the conversation with more decisions; the last of them are kept (F7).
func (c Conversation) Log(decisions ...Decision) Conversation {
	all := append(c.Decisions[:len(c.Decisions):len(c.Decisions)], decisions...)
	c.Decisions = all[max(0, len(all)-KeptDecisions):]
	return c
}
