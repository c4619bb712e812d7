package goldens

import "github.com/beaver-eval/beaver-eval/goldens/diff"

// Compare lists every call of both files in the order of the new one, missing calls where they stood in the old one.
// All of them are Unchanged if and only if the calls of the two files are equal. A nil file has no calls.
func Compare(old, new *File) []Change {
	var changes []Change
	for _, p := range PairCalls(old, new) {
		switch {
		case p.Old == nil:
			changes = append(changes, Change{Status: New, Path: p.New.Path, Stage: p.New.Stage})
		case p.New == nil:
			changes = append(changes, Change{Status: Missing, Path: p.Old.Path, Stage: p.Old.Stage})
		default:
			changes = append(changes, compareCalls(p.Old, p.New, p.Moved))
		}
	}
	return changes
}

// CallPair is an old and a new call of one path; nil stands for none.
type CallPair struct {
	Old, New *Call
	Moved    bool // it has another position
}

// PairCalls pairs the calls of two files, in the order of the new file; calls of only the old file come where they
// were. A nil file has no calls.
func PairCalls(old, new *File) []CallPair {
	before, after := callsOf(old), callsOf(new)
	var pairs []CallPair
	for _, p := range diff.Pair(paths(before), paths(after)) {
		pair := CallPair{Moved: p.Moved}
		if p.Old >= 0 {
			pair.Old = &before[p.Old]
		}
		if p.New >= 0 {
			pair.New = &after[p.New]
		}
		pairs = append(pairs, pair)
	}
	return pairs
}

func callsOf(f *File) []Call {
	if f == nil {
		return nil
	}
	return f.Calls
}

func paths(calls []Call) []string {
	list := make([]string, len(calls))
	for i, c := range calls {
		list[i] = c.Path
	}
	return list
}

func compareCalls(old, new *Call, moved bool) Change {
	c := Change{Status: Unchanged, Path: new.Path, Stage: new.Stage}
	if moved {
		c.Parts = append(c.Parts, Part{What: PartCall, Kind: KindMoved})
	}
	switch {
	case old.Equal(*new):
	case old.Digest != "" || new.Digest != "":
		c.Parts = append(c.Parts, Part{What: PartCall, Kind: KindUnkept})
	default:
		c.Parts = append(c.Parts, differences(old, new)...)
	}
	if len(c.Parts) > 0 {
		c.Status = Changed
	}
	return c
}
