package memory

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// group shows the entities of one kind under their heading.
func group(heading string, all []Entity, line func(Entity) pipeline.Pieces) pipeline.Pieces {
	if len(all) == 0 {
		return nil
	}
	block := code(heading)
	for _, x := range all {
		block = lines(block, line(x))
	}
	return block
}

// heading returns the program's heading, or the seed's.
func (e Entities) heading(program, seed string) string {
	if e.Program {
		return program
	}
	return seed
}

// groups shows the three kinds of entities under the headings of the program's formats, or of the seed.
func (e Entities) groups(active string,
	generated, recent, retained func(Entity) pipeline.Pieces) []pipeline.Pieces {
	return []pipeline.Pieces{
		group(e.heading("### Generated Content", seedGenerated), e.Generated(), generated),
		group(e.heading(active, seedActive), e.Active(), recent),
		group(e.heading("### Long-Term Memory", seedRetained), e.Retained(), retained),
	}
}

// orNone joins the groups, or says that there are none.
func orNone(groups ...pipeline.Pieces) pipeline.Pieces {
	if all := join("\n\n", groups...); len(all) > 0 {
		return all
	}
	return code(noEntities)
}

// Full shows types, actions and turns.
func (e Entities) Full() pipeline.Pieces {
	groups := e.groups("### Recent Context (last 2 turns)",
		func(x Entity) pipeline.Pieces { return e.generatedLine(x, !e.Program) },
		func(x Entity) pipeline.Pieces { return e.activeLine(x, true, false) },
		func(x Entity) pipeline.Pieces { return e.retainedLine(x, true, false) })
	return join("\n\n", append([]pipeline.Pieces{code(e.legend(false))}, groups...)...)
}

// RefsAndLabels shows references and labels.
func (e Entities) RefsAndLabels() pipeline.Pieces {
	return orNone(e.groups("### Recent Context",
		func(x Entity) pipeline.Pieces { return e.generatedLine(x, false) }, e.refLabel,
		func(x Entity) pipeline.Pieces { return because(e.refLabel(x), x) })...)
}

// LabelsOnly shows labels; of unsaved artefacts also the reference, since they have no other name.
func (e Entities) LabelsOnly() pipeline.Pieces {
	labels := func(x Entity) pipeline.Pieces { return say("- ", label(x)) }
	return orNone(e.groups("### Recent Context",
		func(x Entity) pipeline.Pieces { return e.generatedLine(x, false) }, labels, labels)...)
}

// DoNotRead names loaded entities, so that they are not read again.
func (e Entities) DoNotRead() pipeline.Pieces {
	var loaded pipeline.Pieces
	if active := e.Active(); len(active) > 0 {
		heading := e.heading("### Already in Context (do not re-read)", seedActive+"\nLoaded; not to be read again:")
		loaded = lines(append([]pipeline.Pieces{code(heading)}, byType(active)...)...)
	}
	return orNone(
		group(e.heading("### Generated Content", seedGenerated), e.Generated(),
			func(x Entity) pipeline.Pieces { return e.generatedLine(x, false) }),
		loaded,
		group(e.heading("### Long-Term Memory", seedRetained), e.Retained(),
			func(x Entity) pipeline.Pieces { return because(e.refLabel(x), x) }))
}

// byType returns a line for each type, in the order of their first entities.
func byType(all []Entity) []pipeline.Pieces {
	var types []string
	named := map[string]pipeline.Pieces{}
	for _, x := range all {
		if _, ok := named[x.Type]; !ok {
			types = append(types, x.Type)
		}
		named[x.Type] = join(", ", named[x.Type], say(x.Ref, " (", label(x), ")"))
	}
	var each []pipeline.Pieces
	for _, t := range types {
		each = append(each, say("- **", t, "**: ", named[t]))
	}
	return each
}

// Reply shows what the user may learn: saved and unsaved entities. Labels are for people; the program shows references
// with them.
func (e Entities) Reply() pipeline.Pieces {
	if !e.Program {
		return e.replyLabels()
	}
	const (
		notSaved = "### Generated (NOT YET SAVED)\n" +
			"*User has NOT saved these yet. Offer to save if appropriate.*"
		saved = "### Saved Entities (in database)\n*These ALREADY EXIST. Don't offer to save them again.*"
	)
	return join("\n\n", code(e.legend(false)),
		group(notSaved, e.Generated(), func(x Entity) pipeline.Pieces { return e.generatedLine(x, false) }),
		group(saved, e.Active(), func(x Entity) pipeline.Pieces { return e.activeLine(x, false, false) }),
		group("### Long-Term Memory", e.Retained(),
			func(x Entity) pipeline.Pieces { return e.retainedLine(x, false, false) }))
}

// replyLabels returns the labels with their actions.
func (e Entities) replyLabels() pipeline.Pieces {
	tagged := func(tag func(Entity) string) func(Entity) pipeline.Pieces {
		return func(x Entity) pipeline.Pieces { return say("- ", label(x), " (", e.kind(x), ")", tag(x)) }
	}
	active := tagged(func(x Entity) string { return " " + action(x, false) })
	return orNone(e.groups("",
		tagged(func(Entity) string { return " " + unsaved }), active,
		func(x Entity) pipeline.Pieces { return because(active(x), x) })...)
}
