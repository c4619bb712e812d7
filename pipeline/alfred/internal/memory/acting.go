package memory

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// Act shows the entities with their data. By default that is what the registry has seen of their rows; in the program,
// the results of the last turns and of this one.
func (e Entities) Act(results []TurnResults, now []Result) pipeline.Pieces {
	if len(e.All) == 0 {
		return code(noTracked)
	}
	if !e.Program {
		if shown := e.actSeed(); len(shown) > 0 {
			return e.legended(shown)
		}
		return code(noEntities) // none is in view
	}
	kept := results[:0:0]
	for _, t := range results {
		if e.Turn-t.Turn <= KeptResults {
			kept = append(kept, t)
		}
	}
	return e.legended(e.actProgram(rowsOf(kept, now)))
}

// actSeed puts the data directly below the line of each entity.
func (e Entities) actSeed() pipeline.Pieces {
	return join("\n\n",
		group(seedGenerated+"\nThe content stands below, under Generated Data.", e.Generated(),
			func(x Entity) pipeline.Pieces { return e.generatedLine(x, true) }),
		group(seedActive, e.Active(), func(x Entity) pipeline.Pieces {
			return lines(e.activeLine(x, true, true), rowText(x))
		}),
		group(seedRetained+"\nReferences and labels only: read a row before you use its data. "+
			"The content of a draft stands below.", e.Retained(),
			func(x Entity) pipeline.Pieces { return e.retainedLine(x, true, true) }))
}

const (
	programNeedsCreating = "## Needs Creating\nThese items need their main record saved:\n"
	programJustSaved     = "## Just Saved This Turn\n" +
		"Main record created. For linked tables (recipe_ingredients), use the ref as FK:\n"
	programSnapshot = "## Active Entities (Context Snapshot)\n" +
		"Data from recent turns. **For read steps, always call db_read — this is reference, not a substitute.**"
	programRefs     = "## Recent Context (refs only)\n"
	programRetained = "## Long Term Memory (refs only)\n" +
		"**Older entities retained by Understand — need db_read for data.**\n"
)

// actProgram groups entities: to be saved, saved, with data, only known.
func (e Entities) actProgram(rows map[string]row) pipeline.Pieces {
	saved := func(x Entity) bool { return !x.Pending && len(x.Content) > 0 }
	hasRow := func(x Entity) bool { return rows[x.Ref].Object != nil }
	active := Entities{All: e.Active(), Program: true}
	var snapshot pipeline.Pieces
	for _, x := range active.those(func(x Entity) bool { return hasRow(x) && !saved(x) }) {
		snapshot = join("\n\n", snapshot,
			lines(say("### `", x.Ref, "`: ", label(x), " (", x.Type, ")"), rows[x.Ref].show()))
	}
	if len(snapshot) > 0 {
		snapshot = join("\n\n", code(programSnapshot), snapshot)
	}
	line := func(x Entity) pipeline.Pieces { return e.activeLine(x, true, true) }
	titled := func(x Entity) pipeline.Pieces {
		return say("- `", x.Ref, "`: ", title(x, true), " (", x.Type, ")")
	}
	return join("\n\n",
		group(programNeedsCreating, e.Unsaved(), titled),
		// The program shows the beginning of the row's id after such a line (Q): no model may see any of it.
		group(programJustSaved, e.those(saved), titled),
		snapshot,
		group(programRefs, active.those(func(x Entity) bool { return !hasRow(x) && !saved(x) }), line),
		group(programRetained, Entities{All: e.All, Turn: e.Turn, Program: true, ByAge: true}.Retained(),
			func(x Entity) pipeline.Pieces { return e.retainedLine(x, true, true) }))
}

// title returns an artefact's label. The program looks into the content, with the reference as default.
func title(x Entity, program bool) pipeline.Pieces {
	if !program {
		return label(x)
	}
	if content, ok := parse(x.Content).(*record.Object); ok {
		for _, key := range []string{"name", "title"} {
			if v := content.Get(key); record.Truthy(v) {
				return x.Made.Of(oneLine(record.Str(v)))
			}
		}
	}
	return code(x.Ref)
}

// Contents shows the unsaved artefacts in full: JSON, each below its reference and name. In the program also those
// saved in this turn.
func (e Entities) Contents() pipeline.Pieces {
	return e.contents(func(x Entity) pipeline.Pieces {
		return say("### ", x.Ref, ": ", title(x, e.Program))
	})
}

// Drafts are the contents for Reply: below their names, with references only in the program.
func (e Entities) Drafts() pipeline.Pieces {
	if e.Program {
		return e.Contents()
	}
	return e.contents(func(x Entity) pipeline.Pieces { return say("### ", label(x), " (", e.kind(x), ")") })
}

func (e Entities) contents(heading func(Entity) pipeline.Pieces) pipeline.Pieces {
	var all pipeline.Pieces
	for _, x := range e.those(func(x Entity) bool { return len(x.Content) > 0 && (x.Pending || e.Program) }) {
		all = join("\n\n", all, say(heading(x), "\n```json\n", x.Made.Of(record.Indent(x.Content)), "\n```"))
	}
	if e.Program && len(all) > 0 {
		return say(all, "\n")
	}
	return all
}
