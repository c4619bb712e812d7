package edit

import "slices"

// Choose returns what takes the edits of some of the groups that [Groups.List] gives, by their ids. An edit that is
// part of a rename belongs to the rename, not to the group of its section.
func Choose(all []Group, ids ...string) Take {
	renamed := map[string]map[Atom]string{} // the rename that an atom belongs to, by the group that it was found in
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
	named := map[string]string{} // the rename that the name of a section belongs to, by its group
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
