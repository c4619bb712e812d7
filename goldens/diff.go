package goldens

import "github.com/beaver-eval/beaver-eval/goldens/diff"

// context is the number of unchanged lines around a change.
const context = 2

// lineDiff returns the hunks between two texts; none when they are equal.
func lineDiff(old, new string) []Hunk {
	if old == new {
		return nil
	}
	a, b := diff.Lines(old), diff.Lines(new)
	regions := diff.Regions(diff.Common(a, b, diff.MaxGrid), len(a), len(b))
	var hunks []Hunk
	for len(regions) > 0 {
		n := 1
		for n < len(regions) && regions[n].Old-regions[n-1].OldEnd <= 2*context {
			n++
		}
		hunks = append(hunks, hunk(a, b, regions[:n]))
		regions = regions[n:]
	}
	return hunks
}

// hunk joins adjacent regions.
func hunk(old, new []string, regions []diff.Region) Hunk {
	first := regions[0]
	lead := min(context, first.Old)
	h := Hunk{Old: first.Old - lead + 1, New: first.New - lead + 1}
	same := func(list []string) {
		for _, text := range list {
			h.Lines = append(h.Lines, Line{Op: Same, Text: text})
		}
	}
	at := first.Old - lead
	for _, r := range regions {
		same(old[at:r.Old])
		h.Lines = append(h.Lines, replaced(old[r.Old:r.OldEnd], new[r.New:r.NewEnd])...)
		at = r.OldEnd
	}
	same(old[at:min(at+context, len(old))])
	return h
}
