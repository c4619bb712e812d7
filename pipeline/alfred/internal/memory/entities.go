package memory

// Entities is the entity layer.
type Entities struct {
	All  []Entity // in the order of registration
	Turn int      // the current one

	Program bool // the program's lines, headings and behaviour
	// ByAge makes the program classify artefacts by age, as it does with the registry itself. With a registry that was
	// written down, every unsaved artefact counts as generated (F5). Without Program they are always classified by age.
	ByAge bool
}

// Generated returns the unsaved artefacts.
func (e Entities) Generated() []Entity {
	return e.those(func(x Entity) bool { return x.Pending && (e.recent(x) || !e.byAge()) })
}

// Active returns the entities that the last turns touched.
func (e Entities) Active() []Entity {
	return e.those(func(x Entity) bool { return !x.Pending && e.recent(x) })
}

// Retained returns those that are older, but stay for a reason.
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
