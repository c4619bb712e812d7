package catalogue

// Snapshot is what one run knows of the skills, from its first request to its last: whatever compaction drops of the
// messages, the catalogue stands in the system prompt (O-16).
type Snapshot struct {
	Shown    Shown
	Skills   []Usable // all that may be used, those hidden from the model too
	Filter   []string // the session's list of skills; nil: it has none
	Resolved []*Entry // those that the model may be told of
	Report   []Finding
	Version  int64 // compat: program; see Versions

	usable []*Entry
}

// Usable is a skill that may be used, as the session keeps it.
type Usable struct {
	Name        string   `json:"name"`
	PrimaryEnv  string   `json:"primaryEnv,omitempty"`
	RequiredEnv []string `json:"requiredEnv,omitzero"` // nil: the skill says nothing of requirements
}

// Snapshot judges the skills of a library by the settings and cuts what is left to the budget. Introduction is the
// length, in UTF-16 units, of what stands before the catalogue and counts with it. Every skill that was loaded is
// either shown or in the report, once; the report begins with what the library has dropped.
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

// Invocable is the skill that a user calls as /name; nil when there is none that a user may call so (O-13).
func (s *Snapshot) Invocable(name string) *Entry {
	for _, e := range s.usable {
		if e.Name == name && e.Invocation.UserInvocable {
			return e
		}
	}
	return nil
}
