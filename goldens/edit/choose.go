package edit

import "slices"

// Choose returns a Take of the edits of some of the groups of [Groups.List], by their ids. An edit that is part of a
// rename belongs to the rename, not to the group of its section.
func Choose(all []Group, ids ...string) Take {
	renamed := map[string]map[Atom]string{} // the rename of an atom, by the group in which it was found
	for _, g := range all {
		for _, id := range g.Of {
			if renamed[id] == nil {
				renamed[id] = map[Atom]string{}
			}
			for _, a := range g.Words {
				renamed[id][a] = g.ID
			}
		}
	}
	named := map[string]string{} // the rename of a section's name, by its group
	for _, g := range all {
		for _, id := range g.Of {
			named[id] = g.ID
		}
	}
	return func(p *Part, a Atom) bool {
		id := p.GroupID
		if of, ok := named[id]; ok && p.Change == Renamed {
			id = of
		} else if of, ok := renamed[id][a]; ok && p.Change == Changed {
			id = of
		}
		return slices.Contains(ids, id)
	}
}
