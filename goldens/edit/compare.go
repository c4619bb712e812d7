package edit

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Compare lists the differences between the accepted and the new calls of one case, in the order of the new ones. A nil
// file has no calls. The messages of the new file know their sources; known has more about the case, or is nil.
func Compare(old, new *goldens.File, known *Known) []Part {
	c := comparison{seen: map[textPair][]Part{}, sources: &sources{known: known, new: new}}
	var parts []Part
	for _, p := range goldens.PairCalls(old, new) {
		switch {
		case p.Old == nil:
			parts = append(parts, wholeCall(p.New, Added))
		case p.New == nil:
			parts = append(parts, wholeCall(p.Old, Removed))
		case isUnkept(p.Old, p.New):
			parts = append(parts, wholeCall(p.New, Unkept))
		case !p.Old.Equal(*p.New):
			parts = append(parts, c.call(p.Old, p.New)...)
		case p.Moved:
			moved := wholeCall(p.New, Moved)
			moved.Move = &Move{Section: p.New.Path, From: indexOf(old, p.Old) + 1, FromOf: len(old.Calls),
				To: indexOf(new, p.New) + 1, Of: len(new.Calls)}
			parts = append(parts, moved)
		}
	}
	explain(parts)
	return parts
}

// wholeCall returns a call that came, went or moved.
func wholeCall(c *goldens.Call, kind Kind) Part {
	p := Part{Path: c.Path, Stage: c.Stage, Change: kind, Source: pipeline.TextSource{Kind: pipeline.TextUnclear}}
	p.finish("", "", false)
	return p
}

// explain gives parts that only came, went or moved the cause of their case's other changes, if there is only one: an
// edited planner prompt brings calls with it, and an edited query other skills. With several causes, or none, nothing
// is claimed.
func explain(parts []Part) {
	var one *Part
	causes := 0
	for i := range parts {
		p := &parts[i]
		switch {
		case p.isOpen():
		case one == nil:
			one, causes = p, 1
		case p.GroupID != one.GroupID:
			causes++
		}
	}
	for i := range parts {
		p := &parts[i]
		if causes == 1 && p.isOpen() {
			p.Source, p.GroupID = one.Source, one.GroupID
		}
	}
}

// indexOf returns the index of a call in its file; -1 if missing.
func indexOf(f *goldens.File, c *goldens.Call) int {
	if f == nil || c == nil {
		return -1
	}
	return slices.IndexFunc(f.Calls, func(o goldens.Call) bool { return o.Path == c.Path })
}
