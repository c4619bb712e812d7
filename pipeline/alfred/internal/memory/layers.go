// Package memory is what Alfred remembers and how its nodes are shown it, in three layers (F6): entities, which are
// references with labels and states; the conversation; and the reasoning, which is what the models decided in the turns
// before. Rows of tables and contents of artefacts stand beside the entities. The registry alone knows which row a
// reference means (F4), and a mask keeps ids out of texts (F0).
//
// Each text says where it is from, so a prompt built of it can be traced. What a layer shows by default has the lines
// and headings of the seed; Program asks for those of the original program (compat: program).
package memory

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Recent is how many turns back an entity is recent that a turn touched, this one included (F5).
const Recent = 2

// Kept are the lengths of what is remembered (F7).
const (
	KeptTurns     = 3 // in full
	KeptSummaries = 2 // of turns, in the reasoning layer
	KeptResults   = 2 // turns whose step results stay
	KeptDecisions = 20
)

// code is a text of the program.
func code(s string) pipeline.Pieces { return pipeline.TextSource{}.Of(s) }

// say puts texts one behind the other: Pieces keep their sources, all else is from the program.
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

// join puts a text between the others, and leaves out those that are empty.
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

// lines are the texts, a line each.
func lines(texts ...pipeline.Pieces) pipeline.Pieces { return join("\n", texts...) }

// cut is a text of at most so many characters, with dots behind one that is longer.
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
