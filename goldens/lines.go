package goldens

import "github.com/beaver-eval/beaver-eval/goldens/diff"

// Lines returns all lines of two texts, with differing ones paired: a complete hunk.
func Lines(old, new string) []Line {
	a, b := diff.Lines(old), diff.Lines(new)
	var all []Line
	at := 0
	same := func(end int) {
		for _, text := range a[at:end] {
			all = append(all, Line{Op: Same, Text: text})
		}
	}
	for _, r := range diff.Regions(diff.Common(a, b, diff.MaxGrid), len(a), len(b)) {
		same(r.Old)
		all = append(all, replaced(a[r.Old:r.OldEnd], b[r.New:r.NewEnd])...)
		at = r.OldEnd
	}
	same(len(a))
	return all
}
