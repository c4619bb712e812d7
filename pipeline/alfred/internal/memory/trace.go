package memory

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Views of the reasoning of earlier turns.

// LastTurns returns Think's view of earlier turns.
func (r Reasoning) LastTurns(e Entities) pipeline.Pieces {
	var all pipeline.Pieces
	for _, t := range r.Turns {
		all = join("\n\n", all, t.lines(e))
	}
	if len(all) > 0 {
		all = lines(code(e.heading("### Last Turn Summary", "### Turn by Turn")), all)
	}
	return join("\n\n", r.earlier(), all)
}

func (r Reasoning) earlier() pipeline.Pieces {
	if len(r.Earlier) == 0 {
		return nil
	}
	return say("**Earlier context:** ", r.Earlier)
}

// lines returns the text about a turn.
func (t TurnSummary) lines(e Entities) pipeline.Pieces {
	all := say("**Turn ", t.Turn, ":** ", inLine(t.Goal))
	if len(t.Goal) == 0 && !e.Program {
		all = say("**Turn ", t.Turn, ":** no goal was set")
	}
	if t.Decision != "" {
		all = lines(all, code("- Decision: "+t.Decision))
	}
	if t.Phase != "" {
		all = lines(all, code("- Phase: "+t.Phase))
	}
	if len(t.Expressed) > 0 {
		all = lines(all, say("- User expressed: ", t.Expressed))
	}
	if len(t.Steps) > 0 {
		all = lines(all, code("- Steps executed:"))
	}
	for _, s := range t.Steps {
		all = lines(all, say("  - ", s.Type, ": ", s.outcome(e)))
		if len(s.Entities) > 0 {
			all = lines(all, code("    Entities: "+strings.Join(s.Entities, ", ")))
		}
		if len(s.Note) > 0 {
			all = lines(all, say("    Note: ", inLine(s.Note)))
		}
	}
	if len(t.Curation.Demoted) > 0 {
		all = lines(all, say("- Demoted: ", inLine(join(", ", t.Curation.Demoted...))))
	}
	return all
}

// Flow returns Reply's view of earlier turns: the phase of the conversation, and the last turn's actions.
func (r Reasoning) Flow(e Entities) pipeline.Pieces {
	var last pipeline.Pieces
	if len(r.Turns) > 0 {
		last = r.Turns[len(r.Turns)-1].flow(e)
	}
	return join("\n\n", r.earlier(), last)
}

func (t TurnSummary) flow(e Entities) pipeline.Pieces {
	var phase, expressed, done pipeline.Pieces
	if t.Phase != "" {
		phase = code("**Phase:** " + t.Phase)
	}
	if len(t.Expressed) > 0 {
		expressed = say("**User expressed:** ", t.Expressed)
	}
	for _, s := range t.Steps {
		done = join("; ", done, say(s.Type, ": ", s.outcome(e)))
	}
	if len(done) > 0 {
		done = say("**Accomplished:** ", done)
	}
	return lines(phase, expressed, done)
}

// outcome returns what a step did, and what has become of its drafts.
func (s StepSummary) outcome(e Entities) pipeline.Pieces {
	return join(" ", s.Outcome, e.drafted(s.Drafts))
}

// Text returns the decisions of Understand; nothing if there were none.
func (c Curation) Text() pipeline.Pieces {
	var demands, retained, demoted pipeline.Pieces
	if len(c.Demands) > 0 {
		demands = say("**What the user demands:** ", inLine(c.Demands))
	}
	if len(c.Retained) > 0 {
		retained = code("**Retained (kept active):**")
	}
	for _, r := range c.Retained {
		line := say("- `", inLine(r.Ref), "`")
		if len(r.Reason) > 0 {
			line = say(line, ": ", inLine(r.Reason))
		}
		retained = lines(retained, line)
	}
	if len(c.Demoted) > 0 {
		demoted = code("**Demoted (no longer active):**")
	}
	for _, ref := range c.Demoted {
		demoted = lines(demoted, say("- `", inLine(ref), "`"))
	}
	return join("\n\n", demands, retained, demoted)
}
