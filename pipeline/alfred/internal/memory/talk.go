package memory

import (
	"fmt"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/pyrepr"
)

// Views of the conversation.

const (
	understandTurns = 5   // for Understand
	understandText  = 300 // characters of each text there
	briefTurns      = 2   // for Reply and Act
)

// Recent returns Understand's view of the conversation: the last turns, each with the entities that it touched.
func (c Conversation) Recent(e Entities) pipeline.Pieces {
	if len(c.Turns) == 0 {
		return code("*No previous conversation.*")
	}
	var all pipeline.Pieces
	first := max(0, len(c.Turns)-understandTurns)
	for i, t := range c.Turns[first:] {
		n := c.Done - len(c.Turns) + first + i + 1
		block := lines(
			code(fmt.Sprintf("### Turn %d (%s ago)", n, turns(e.Turn-n))),
			say("**User:** ", cut(t.User, understandText)),
			say("**Alfred:** ", cut(t.said(), understandText)))
		if touched := e.touched(n); len(touched) > 0 {
			block = lines(block, say("**Entities:** ", touched))
		}
		all = join("\n\n", all, block)
	}
	if e.Program {
		return pipeline.JoinPieces(all, code("\n"))
	}
	return all
}

func turns(n int) string {
	if n == 1 {
		return "1 turn"
	}
	return strconv.Itoa(n) + " turns"
}

// touched returns the entities of a turn: made in it or last touched in it.
func (e Entities) touched(turn int) pipeline.Pieces {
	var all pipeline.Pieces
	for _, x := range e.those(func(x Entity) bool { return x.Created == turn || x.LastRef == turn }) {
		all = join(", ", all, say(e.ref(x), ": ", label(x), " (", x.Action, ")"))
	}
	return all
}

// reasonLimit is the maximum length of a reason in the log, in characters.
const reasonLimit = 50

// DecisionTable returns the log of decisions as a table; nothing if there is none.
func (c Conversation) DecisionTable() pipeline.Pieces {
	if len(c.Decisions) == 0 {
		return nil
	}
	table := code("| Turn | Entity | Decision | Reason |\n|------|--------|----------|--------|")
	for _, d := range c.Decisions {
		ref, why := cell(d.Ref), cell(cut(d.Reason, reasonLimit))
		if len(ref) == 0 {
			ref = code("-")
		}
		if len(why) == 0 {
			why = code("None")
		}
		table = lines(table, say("| T", d.Turn, " | `", ref, "` | ", d.Action, " | ", why, " |"))
	}
	return table
}

// dict returns the pending question as the program shows it to Understand: a Python dictionary.
func (p Pending) dict() pipeline.Pieces {
	questions := code("None")
	if p.Questions != nil {
		var all pipeline.Pieces
		for _, q := range p.Questions {
			all = join(", ", all, quoted(q))
		}
		questions = say("[", all, "]")
	}
	proposal := code("None")
	if len(p.Proposal) > 0 {
		proposal = quoted(p.Proposal)
	}
	return say("{'type': ", pyrepr.Quote(p.Type), ", 'goal': ", quoted(p.Goal), ", 'questions': ", questions,
		", 'proposal_message': ", proposal, "}")
}

// quoted returns a text as Python's repr writes it.
func quoted(p pipeline.Pieces) pipeline.Pieces {
	s := p.String()
	quote := pyrepr.QuoteOf(s)
	inside := p.Rewritten(pyrepr.Escape(s, quote), func(s string) string { return pyrepr.Escape(s, quote) })
	return say(string(quote), inside, string(quote))
}

// asked returns the pending question in words.
func (p Pending) asked() pipeline.Pieces {
	all := code(map[string]string{
		"propose": "You proposed a plan", "ask_user": "You asked while you were working on it",
	}[p.Type])
	if len(all) == 0 {
		all = code("You asked a question")
	}
	all = say(all, ", and the message may be the answer.")
	if len(p.Goal) > 0 {
		all = lines(all, say("Goal: ", p.Goal))
	}
	if len(p.Proposal) > 0 {
		all = lines(all, say("Proposal: ", p.Proposal))
	}
	for _, q := range p.Questions {
		all = lines(all, say("- ", q))
	}
	return all
}

// Brief returns Reply's and Act's view of the conversation.
func (c Conversation) Brief(program bool) pipeline.Pieces { return c.show(briefTurns, program) }

// Text returns the whole kept conversation.
func (c Conversation) Text(program bool) pipeline.Pieces { return c.show(KeptTurns, program) }

// show returns the conversation with its last turns.
func (c Conversation) show(last int, program bool) pipeline.Pieces {
	var session, earlier, recent, pending, turn pipeline.Pieces
	if len(c.Engagement) > 0 {
		session = say("**Session:** ", c.Engagement)
	}
	if len(c.History) > 0 {
		earlier = say("**Earlier:** ", c.History)
	}
	for _, t := range c.Turns[max(0, len(c.Turns)-last):] {
		recent = join("\n\n", recent, lines(say("**User:** ", t.User), say("**Assistant:** ", t.said())))
	}
	if len(recent) > 0 {
		recent = lines(code("### Recent Conversation"), recent)
	}
	if c.Pending != nil && program {
		pending = c.Pending.awaiting()
	}
	if c.Done > 0 && program {
		turn = code(fmt.Sprintf("*Current turn: %d*", c.Done))
	}
	all := join("\n\n", session, earlier, recent, pending, turn)
	if len(all) == 0 {
		return code("New conversation.")
	}
	return all
}

// awaiting returns the pending question in the program's conversation.
func (p Pending) awaiting() pipeline.Pieces {
	all := code("### Awaiting Response\n- **Type:** " + p.Type)
	if len(p.Goal) > 0 {
		all = lines(all, say("- **Context:** ", p.Goal))
	}
	return all
}

// Asked returns the pending question for Understand and Think.
func (p Pending) Asked(program bool) pipeline.Pieces {
	if program {
		return say("You previously asked: ", p.dict())
	}
	return p.asked()
}
