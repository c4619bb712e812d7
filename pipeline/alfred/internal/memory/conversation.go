package memory

import "github.com/beaver-eval/beaver-eval/pipeline"

// Turn is a turn of the conversation.
type Turn struct {
	User, Assistant pipeline.Pieces
	Summary         pipeline.Pieces // of the assistant's reply; empty: it was short
}

// said returns the assistant's reply, summarised if it was long.
func (t Turn) said() pipeline.Pieces {
	if len(t.Summary) > 0 {
		return t.Summary
	}
	return t.Assistant
}

// Pending is a question or a proposal that waits for the user's answer.
type Pending struct {
	Type      string // understand, propose, clarify or ask_user
	Goal      pipeline.Pieces
	Questions []pipeline.Pieces
	Proposal  pipeline.Pieces
}

// Decision is a line of the log of Understand's decisions on entities.
type Decision struct {
	Turn   int
	Ref    pipeline.Pieces // empty: all of them
	Action string          // retain, demote, drop, clear_all
	Reason pipeline.Pieces // empty: none
}

// Conversation is the conversation layer at the end of a turn.
type Conversation struct {
	Done       int             // number of finished turns
	Turns      []Turn          // the last of them, oldest first
	Engagement pipeline.Pieces // the topic of the session
	History    pipeline.Pieces // of the earlier turns
	Pending    *Pending
	Decisions  []Decision // oldest first
}

// historyLimit is the maximum length of the history in characters, and historyTail what stays of a longer one (F7).
const (
	historyLimit = 800
	historyTail  = 750
)

// Add returns the conversation after one more turn. A turn that is no longer kept in full goes into the history.
func (c Conversation) Add(t Turn) Conversation {
	c.Done++
	c.Turns = append(c.Turns[:len(c.Turns):len(c.Turns)], t)
	for len(c.Turns) > KeptTurns {
		c.History = shortened(join(" ", c.History, c.Turns[0].inHistory()))
		c.Turns = c.Turns[1:]
	}
	return c
}

// inHistory returns a turn's text in the history.
func (t Turn) inHistory() pipeline.Pieces {
	const most = 200
	return say("User: ", cut(t.User, most), " Alfred: ", cut(t.said(), most))
}

// shortened cuts a long history to its last characters (F7).
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

// Log returns the conversation with more decisions; the last of them are kept (F7).
func (c Conversation) Log(decisions ...Decision) Conversation {
	all := append(c.Decisions[:len(c.Decisions):len(c.Decisions)], decisions...)
	c.Decisions = all[max(0, len(all)-KeptDecisions):]
	return c
}
