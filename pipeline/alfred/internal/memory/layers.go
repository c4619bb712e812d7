// Package memory is Alfred's memory and its views for the nodes, in three layers (F6): entities, which are references
// with labels and states; the conversation; and the reasoning, the models' decisions in earlier turns. Rows of tables
// and contents of artefacts stand beside the entities. Only the registry maps references to rows (F4), and a mask keeps
// ids out of texts (F0).
//
// Each text knows its source, so a prompt built of it can be traced. By default a layer uses the lines and headings of
// the seed; Program selects those of the original program (compat: program).
package memory

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Recent is the number of turns, this one included, in which a touched entity is recent (F5).
const Recent = 2

// Kept are the sizes of the memory (F7).
const (
	KeptTurns     = 3 // in full
	KeptSummaries = 2 // of turns, in the reasoning layer
	KeptResults   = 2 // turns whose step results stay
	KeptDecisions = 20
)

// code returns a text of the program.
func code(s string) pipeline.Pieces { return pipeline.TextSource{}.Of(s) }

// say concatenates texts: Pieces keep their sources, all else is from the program.
func say(parts ...any) pipeline.Pieces {
	var all pipeline.Pieces
	for _, part := range parts {
		p, ok := part.(pipeline.Pieces)
		if !ok {
			p = code(fmt.Sprint(part))
		}
		all = pipeline.JoinPieces(all, p)
	}
	return all
}

// join joins texts with a separator, leaving out empty ones.
func join(sep string, texts ...pipeline.Pieces) pipeline.Pieces {
	var all pipeline.Pieces
	for _, t := range texts {
		switch {
		case len(t) == 0:
		case len(all) == 0:
			all = t
		default:
			all = pipeline.JoinPieces(all, code(sep), t)
		}
	}
	return all
}

// lines joins texts, one per line.
func lines(texts ...pipeline.Pieces) pipeline.Pieces { return join("\n", texts...) }

// cut cuts a text to so many characters, with dots after a longer one.
func cut(p pipeline.Pieces, most int) pipeline.Pieces {
	n := 0
	for at := range p.String() {
		if n == most {
			return pipeline.JoinPieces(p.Cut(0, at), code("..."))
		}
		n++
	}
	return p
}
