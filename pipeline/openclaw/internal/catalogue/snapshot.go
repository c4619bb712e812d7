package catalogue

// Snapshot is one run's view of the skills, from its first request to its last: whatever messages compaction drops, the
// catalogue stays in the system prompt (O-16).
type Snapshot struct {
	Shown    Shown
	Skills   []Usable // all usable ones, including those hidden from the model
	Filter   []string // the session's list of skills; nil: it has none
	Resolved []*Entry // those that may be shown to the model
	Report   []Finding
	Version  int64 // compat: program; see Versions

	usable []*Entry
}

// Usable is a usable skill, as the session keeps it.
type Usable struct {
	Name        string   `json:"name"`
	PrimaryEnv  string   `json:"primaryEnv,omitempty"`
	RequiredEnv []string `json:"requiredEnv,omitzero"` // nil: the skill has no requirements at all
}

// Snapshot judges the skills of a library by the settings and cuts the rest to the budget. Introduction is the length,
// in UTF-16 units, of the text before the catalogue, which counts too. Every loaded skill is either shown or reported,
// once; the report begins with the skills that the library has dropped.
func (l *Library) Snapshot(s Settings, introduction int) *Snapshot {
	snap := &Snapshot{Report: append([]Finding{}, l.Dropped...)}
	if s.Filter != nil {
		snap.Filter = trimmed(*s.Filter)
	}
	for _, e := range l.Entries {
		if reason, detail := s.judge(e); reason != "" {
			snap.Report = append(snap.Report, s.finding(e, reason, detail))
			continue
		}
		snap.usable = append(snap.usable, e)
		snap.Skills = append(snap.Skills, usable(e))
		if e.Invocation.DisableModelInvocation {
			snap.Report = append(snap.Report, s.finding(e, Hidden, "it disables its invocation by the model"))
			continue
		}
		snap.Resolved = append(snap.Resolved, e)
	}
	shown, left := s.cut(snap.Resolved, introduction)
	snap.Shown, snap.Report = shown, append(snap.Report, left...)
	return snap
}

func usable(e *Entry) Usable {
	u := Usable{Name: e.Name, PrimaryEnv: e.primaryEnv()}
	if e.Metadata != nil && e.Metadata.Requires != nil {
		u.RequiredEnv = e.Metadata.Requires.Env
	}
	return u
}

// Invocable returns the skill that a user calls as /name; nil if there is none that a user may call so (O-13).
func (s *Snapshot) Invocable(name string) *Entry {
	for _, e := range s.usable {
		if e.Name == name && e.Invocation.UserInvocable {
			return e
		}
	}
	return nil
}
