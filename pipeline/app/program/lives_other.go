//go:build unix && !linux

package program

// groupLives reports that a process group may have processes that have not ended.
func groupLives(int) bool { return true }
