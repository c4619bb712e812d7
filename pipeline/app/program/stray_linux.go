package program

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// killStrays kills the processes that carry a mark in their environment, wherever they have gone: a process that starts
// a session of its own is in no group that could be killed. It looks until there are none, for a moment at most.
func killStrays(marker string) {
	const tries, interval = 20, 5 * time.Millisecond
	mark := []byte(markVariable + "=" + marker)
	for range tries {
		if !killMarked(mark) {
			return
		}
		time.Sleep(interval)
	}
}

// killMarked goes through all processes once, and reports whether one carries the mark.
func killMarked(mark []byte) bool {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return false
	}
	found := false
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil && carries(pid, mark) {
			found = true
			kill(pid, mark)
		}
	}
	return found
}

// kill kills a process that carries a mark. It is held before it is looked at again, so that no other one that came to
// its id is killed.
func kill(pid int, mark []byte) {
	p, err := os.FindProcess(pid)
	if err != nil {
		return
	}
	defer p.Release()
	if carries(pid, mark) {
		_ = p.Kill()
	}
}

// carries reports whether a process of this user has a mark among its variables. One that has ended has none.
func carries(pid int, mark []byte) bool {
	env, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil {
		return false
	}
	for variable := range bytes.SplitSeq(env, []byte{0}) {
		if bytes.Equal(variable, mark) {
			return true
		}
	}
	return false
}
