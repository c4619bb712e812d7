package goldens

import "strings"

// Op says in which text a line stands.
type Op byte

// The operations, by their signs in a unified diff.
const (
	Same    Op = ' '
	Removed Op = '-'
	Added   Op = '+'
)

// Hunk is a run of lines around a change.
type Hunk struct {
	Old, New int // number of its first line in either text, from 1
	Lines    []Line
}

// Line is a line of a hunk. Text keeps its newline; the last line of a text may have none.
type Line struct {
	Op    Op
	Text  string
	Words []Span // of a line that replaces or is replaced by another: what of it differs; else nil
}

// context is how many unchanged lines stand around a change.
const context = 2

// diff gives the hunks between two texts; none when they are equal.
func diff(old, new string) []Hunk {
	if old == new {
		return nil
	}
	a, b := lines(old), lines(new)
	regions := regionsOf(common(a, b, maxGrid), len(a), len(b))
	var hunks []Hunk
	for len(regions) > 0 {
		n := 1
		for n < len(regions) && regions[n].old-regions[n-1].oldEnd <= 2*context {
			n++
		}
		hunks = append(hunks, hunk(a, b, regions[:n]))
		regions = regions[n:]
	}
	return hunks
}

// region is what stands between two matches, in either list.
type region struct{ old, oldEnd, new, newEnd int }

func regionsOf(matches []match, oldLen, newLen int) []region {
	var regions []region
	i, j := 0, 0
	for _, m := range append(matches, match{oldLen, newLen}) {
		if m.old > i || m.new > j {
			regions = append(regions, region{i, m.old, j, m.new})
		}
		i, j = m.old+1, m.new+1
	}
	return regions
}

// hunk joins regions that stand close together.
func hunk(old, new []string, regions []region) Hunk {
	first := regions[0]
	lead := min(context, first.old)
	h := Hunk{Old: first.old - lead + 1, New: first.new - lead + 1}
	same := func(list []string) {
		for _, text := range list {
			h.Lines = append(h.Lines, Line{Op: Same, Text: text})
		}
	}
	at := first.old - lead
	for _, r := range regions {
		same(old[at:r.old])
		h.Lines = append(h.Lines, replaced(old[r.old:r.oldEnd], new[r.new:r.newEnd])...)
		at = r.oldEnd
	}
	same(old[at:min(at+context, len(old))])
	return h
}

// lines cuts a text behind each newline.
func lines(s string) []string {
	list := strings.SplitAfter(s, "\n")
	if last := len(list) - 1; list[last] == "" {
		list = list[:last]
	}
	return list
}
