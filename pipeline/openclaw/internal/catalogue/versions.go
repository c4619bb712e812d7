package catalogue

import "time"

// Versions count changes of the skills, for all workspaces and for each (O-16, compat: program): nothing else makes the
// program build a snapshot anew within a session, no change on disk and no other filter. The zero value is ready.
type Versions struct {
	everywhere int64
	workspaces map[string]int64
}

// Current is the version of a workspace's skills; 0 when nothing was ever said to change.
func (v *Versions) Current(workspace string) int64 { return max(v.everywhere, v.workspaces[workspace]) }

// Bump says that the skills of a workspace have changed, or of all when it is empty. A version is the time of the
// change in milliseconds, one more than the last where the clock stands still or goes back.
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

// Stale reports whether a workspace's snapshot has to be built anew: in a session's first turn, when there is none, and
// when the version has moved on.
func (v *Versions) Stale(s *Snapshot, workspace string, firstTurn bool) bool {
	return firstTurn || s == nil || s.Version < v.Current(workspace)
}
