package coverage

import (
	"maps"
	"slices"
)

// Tally counts what the cases of a run reach. Its size grows with what there is, not with the cases.
type Tally struct {
	counts map[Key]*Count
	spaces map[*Space]bool
}

// Count is how many cases reach an item.
type Count struct {
	Item
	Cases  int
	First  string // the first of them: SUITE/CASE
	Broken int    // cases that reach it with a call broken on purpose
}

// NewTally returns an empty tally.
func NewTally() *Tally { return &Tally{map[Key]*Count{}, map[*Space]bool{}} }

// Add counts one more case, of a suite with this space.
func (t *Tally) Add(s *Space, at string, c *Case) {
	if !t.spaces[s] {
		t.spaces[s] = true
		for _, item := range s.Items {
			t.Count(Count{Item: item})
		}
	}
	for _, item := range c.Offered {
		t.Count(Count{Item: item})
	}
	for _, key := range c.Reached {
		if n := t.counts[key]; n != nil { // else nobody declares it
			n.add(1, 0, at)
		}
	}
	for _, key := range c.Faults {
		if n := t.counts[key]; n != nil {
			n.add(0, 1, "")
		}
	}
}

// Count adds a count.
func (t *Tally) Count(c Count) {
	if n := t.counts[c.Key]; n != nil {
		n.add(c.Cases, c.Broken, c.First)
		return
	}
	t.counts[c.Key] = &c
}

func (c *Count) add(cases, broken int, at string) {
	if c.Cases == 0 && cases > 0 {
		c.First = at
	}
	c.Cases, c.Broken = c.Cases+cases, c.Broken+broken
}

// Merge adds what another tally has counted.
func (t *Tally) Merge(o *Tally) {
	for _, c := range o.counts {
		t.Count(*c)
	}
}

// Counts returns all counts, by kind, place and name.
func (t *Tally) Counts() []Count {
	all := make([]Count, 0, len(t.counts))
	for _, key := range slices.SortedFunc(maps.Keys(t.counts), Key.Compare) {
		all = append(all, *t.counts[key])
	}
	return all
}

// Share is how many items of a kind were reached.
type Share struct {
	Reached int `json:"reached"`
	All     int `json:"all"`
}

// Shares returns the shares of all kinds of which there is something. faults counts what only a broken call reaches,
// too. What is unreachable counts only if it was reached all the same.
func (t *Tally) Shares(faults bool) map[Kind]Share {
	all := map[Kind]Share{}
	for _, c := range t.counts {
		if c.Unreachable != "" && !c.Reaches(faults) {
			continue
		}
		s := all[c.Kind]
		s.All++
		if c.Reaches(faults) {
			s.Reached++
		}
		all[c.Kind] = s
	}
	return all
}

// Reaches reports whether a case reaches the item. faults counts those with a broken call too.
func (c *Count) Reaches(faults bool) bool { return c.Cases > 0 || faults && c.Broken > 0 }
