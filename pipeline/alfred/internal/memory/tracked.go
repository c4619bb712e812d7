package memory

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Think's and Understand's views of the entities.

// Think shows references, labels and how much of each is known, so that no plan reads loaded data (F0).
func (e Entities) Think() pipeline.Pieces {
	blocks := join("\n\n",
		group(e.heading("## Generated Content", seedGenerated), e.generatedOfThink(),
			func(x Entity) pipeline.Pieces { return e.generatedLine(x, true) }),
		group(e.heading(programLoaded, seedActive+"\n"+seedLoaded), e.Active(),
			func(x Entity) pipeline.Pieces { return say(e.activeLine(x, true, true), e.missing(x)) }),
		group(e.heading(seedRetained+"\n", seedRetained), e.Retained(),
			func(x Entity) pipeline.Pieces { return e.retainedLine(x, true, true) }))
	switch {
	case len(blocks) > 0:
	case len(e.All) > 0:
		blocks = code(fmt.Sprintf(e.heading(programBackground, seedBackground), len(e.All)))
	default:
		return code(noTracked)
	}
	return e.legended(blocks)
}

// missing says how much of an entity's row is not loaded.
func (e Entities) missing(x Entity) string {
	switch {
	case e.Program || len(x.Parts) > 0 || strings.HasPrefix(x.Action, "deleted"):
		return ""
	case len(x.Row) == 0:
		return ", not loaded"
	case !x.Whole && x.Level != "summary":
		return ", loaded in part"
	}
	return ""
}

// legended puts a text below the legend. The program ends it with a line feed.
func (e Entities) legended(blocks pipeline.Pieces) pipeline.Pieces {
	all := join("\n\n", code(e.legend(true)), blocks)
	if e.Program {
		return pipeline.JoinPieces(all, code("\n"))
	}
	return all
}

const (
	programLoaded = seedActive + "\n" +
		"Act has data for these entities. Check the `[action:level]` tag:\n" +
		"- `[read:full]` → Act has instructions/ingredients, can `analyze` directly\n" +
		"- `[read:summary]` → Act has metadata only, `read with instructions` first for details\n"
	programBackground = "## Background Entities\n\n*%d entities tracked but none currently active.*\n" +
		"*(Use entity refs from conversation to access them.)*"

	seedLoaded = "Already loaded, unless the line says otherwise: plan no read of these, " +
		"plan `analyze` by their refs."
	seedBackground = "## Background Entities\n" +
		"%d known, none of them in use. What the conversation names can be read again."
)

// generatedOfThink returns every unsaved artefact in the program; by default those that are not retained.
func (e Entities) generatedOfThink() []Entity {
	if e.Program {
		return e.Unsaved()
	}
	return e.Generated()
}

// tableRows is the maximum number of entities for Understand.
const tableRows = 20

// Table returns Understand's view of all entities: the last touched ones first.
func (e Entities) Table() pipeline.Pieces {
	if len(e.All) == 0 {
		return code(noTracked)
	}
	all := slices.Clone(e.All)
	slices.SortStableFunc(all, func(a, b Entity) int { return cmp.Compare(b.LastRef, a.LastRef) })
	table := lines(code(e.heading(programTableLegend, seedLegend)+"\n"), code(
		"| Ref | Type | Label | Last Action | Created | Last Ref |\n"+
			"|-----|------|-------|-------------|---------|----------|"))
	for _, x := range all[:min(len(all), tableRows)] {
		table = lines(table, say("| ", e.ref(x), " | ", e.kind(x), " | ", cell(label(x)), " | ",
			x.Action, " | T", x.Created, " | T", x.LastRef, " |"))
	}
	return table
}
