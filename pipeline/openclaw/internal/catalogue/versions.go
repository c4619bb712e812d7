package catalogue

import "time"

// Versions count changes of the skills, globally and by workspace (O-16, compat: program): only they make the program
// rebuild a snapshot within a session, not a change on disk nor another filter. The zero value is ready for use.
type Versions struct {
	everywhere int64
	workspaces map[string]int64
}

// Current returns the version of a workspace's skills; 0 if no change was ever reported.
func (v *Versions) Current(workspace string) int64 { return max(v.everywhere, v.workspaces[workspace]) }

// Bump notes that the skills of a workspace have changed, or all if it is empty. A version is the time of the change in
// milliseconds, or one more than the last if the clock stands still or goes back.
func (v *Versions) Bump(workspace string, now time.Time) {
	next := func(last int64) int64 { return max(now.UnixMilli(), last+1) }
	if workspace == "" {
		v.everywhere = next(v.everywhere)
		return
	}
	if v.workspaces == nil {
		v.workspaces = map[string]int64{}
	}
	v.workspaces[workspace] = next(v.workspaces[workspace])
}

// Stale reports whether a workspace's snapshot must be rebuilt: in a session's first turn, without a snapshot, and
// after a bump of the version.
func (v *Versions) Stale(s *Snapshot, workspace string, firstTurn bool) bool {
	return firstTurn || s == nil || s.Version < v.Current(workspace)
}
