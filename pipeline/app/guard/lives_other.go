//go:build unix && !linux

package guard

// groupLives reports that a process group may have processes that have not ended.
func groupLives(int) bool { return true }
