package memory

// Entities is the entity layer.
type Entities struct {
	All  []Entity // in the order of registration
	Turn int      // the current one

	Program bool // the program's lines, headings and behaviour
	// ByAge makes the program classify artefacts by age, as it does with the registry itself. With a registry that was
	// written down, every unsaved artefact counts as generated (F5).
	ByAge bool
}

// Generated returns the unsaved artefacts, whatever their age; by default without those that are retained (F0).
func (e Entities) Generated() []Entity {
	return e.those(func(x Entity) bool {
		return x.Pending && (e.recent(x) || e.Program && !e.ByAge || !e.Program && x.Reason == "")
	})
}

// Unsaved returns every unsaved artefact.
func (e Entities) Unsaved() []Entity { return e.those(func(x Entity) bool { return x.Pending }) }

// Active returns the entities that the last turns touched.
func (e Entities) Active() []Entity {
	return e.those(func(x Entity) bool { return !x.Pending && e.recent(x) })
}

// Retained returns those that are older, but stay for a reason. By default that may be an unsaved artefact too (F0).
func (e Entities) Retained() []Entity {
	return e.those(func(x Entity) bool {
		return x.Reason != "" && !e.recent(x) && (!x.Pending || e.ByAge || !e.Program)
	})
}

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
