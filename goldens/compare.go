package goldens

import "github.com/beaver-eval/beaver-eval/goldens/align"

// Status says what became of a call.
type Status string

// The states of a call.
const (
	Unchanged Status = "unchanged"
	Changed   Status = "changed"
	New       Status = "new"
	Missing   Status = "missing"
)

// Change is what became of one call.
type Change struct {
	Status      Status
	Path, Stage string // as in the new file; of a missing call as in the old one
	Parts       []Part // of a changed call, never empty
}

// Kind says what became of a part of a call.
type Kind string

// The kinds of a Part. One that has moved stands at another place in the order, and may have changed as well.
const (
	KindChanged Kind = "changed"
	KindAdded   Kind = "added"
	KindRemoved Kind = "removed"
	KindMoved   Kind = "moved"
)

// What says which part of a call a Part is.
type What string

// The parts of a call. PartMessage stands for a message as a whole: one without content that was added or removed, or
// any one that has moved.
const (
	PartCall       What = "call" // its place in the order
	PartStage      What = "stage"
	PartMessage    What = "message"
	PartRole       What = "role"
	PartToolCallID What = "tool_call_id"
	PartName       What = "name" // of the tool that a message is the result of
	PartSection    What = "section"
	PartToolCall   What = "tool call"
	PartTool       What = "tool"
	PartFormat     What = "format"
)

// Part is one thing that differs in a call.
type Part struct {
	What    What
	Message int    // from 1, in the new call, and in the old one for what was removed; 0: it is in no message
	Role    string // of that message
	Name    string // of the section, tool or tool call
	Kind    Kind
	From    int    // of what has moved: its place in the old list, from 1
	Hunks   []Hunk // none where the text is the same
}

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
	Moved    bool // it stands at another place in the order
}

// PairCalls sets the calls of two files beside each other, in the order of the new file; calls of the old file alone
// come where they stood. A nil file has no calls.
func PairCalls(old, new *File) []CallPair {
	before, after := callsOf(old), callsOf(new)
	var pairs []CallPair
	for _, p := range align.Pair(paths(before), paths(after)) {
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
	if !old.Equal(*new) {
		c.Parts = append(c.Parts, differences(old, new)...)
	}
	if len(c.Parts) > 0 {
		c.Status = Changed
	}
	return c
}
