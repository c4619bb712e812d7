package memory

// Entities is the layer of the entities.
type Entities struct {
	All  []Entity // in the order in which they came to be known
	Turn int      // the current one

	Program bool // lines, headings and ways of the program
	// ByAge has the program tell artefacts by their age, as it does where it holds the registry itself. Where it reads
	// a registry that was written down, every artefact that is not saved counts as generated (F5). Without Program they
	// always are told by age.
	ByAge bool
}

// Generated are the artefacts that are not saved.
func (e Entities) Generated() []Entity {
	return e.those(func(x Entity) bool { return x.Pending && (e.recent(x) || !e.byAge()) })
}

// Active are the entities that the last turns touched.
func (e Entities) Active() []Entity {
	return e.those(func(x Entity) bool { return !x.Pending && e.recent(x) })
}

// Retained are those that are older, but stay for a reason.
func (e Entities) Retained() []Entity {
	return e.those(func(x Entity) bool {
		return x.Reason != "" && !e.recent(x) && (!x.Pending || e.byAge())
	})
}

func (e Entities) byAge() bool { return e.ByAge || !e.Program }

func (e Entities) recent(x Entity) bool { return e.Turn-x.LastRef <= Recent }

func (e Entities) those(are func(Entity) bool) []Entity {
	var all []Entity
	for _, x := range e.All {
		if are(x) {
			all = append(all, x)
		}
	}
	return all
}
