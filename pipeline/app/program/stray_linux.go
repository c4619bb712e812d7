package program

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"time"
)

// Strays are the processes that carry a mark in their environment, wherever they have gone.
type Strays struct {
	mark  string
	guard *watcher
}

// Follow makes the processes that carry a mark end with this one.
func Follow(mark string) (*Strays, error) {
	w, err := watch(ofMark, mark)
	if err != nil {
		return nil, err
	}
	return &Strays{mark, w}, nil
}

// End kills them.
func (s *Strays) End() {
	KillMarked(s.mark)
	s.guard.end()
}

// KillMarked kills the processes that carry a mark in their environment, wherever they have gone: a process that starts
// a session of its own leaves its group. It looks again as long as it finds some, since a process may have started
// another one meanwhile.
func KillMarked(marker string) {
	const rounds = 10
	mark := []byte(Variable + "=" + marker)
	for range rounds {
		marked := withMark(mark)
		for _, pid := range marked {
			kill(pid, mark)
		}
		if len(marked) == 0 {
			return
		}
		awaitAll(marked)
	}
}

// withMark returns the processes that carry a mark.
func withMark(mark []byte) []int {
	return processes(func(pid int) bool { return carries(pid, mark) })
}

// kill kills a process that carries a mark. It holds the process and checks again, so that no other process that got
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

// awaitAll waits a moment until killed processes have ended.
func awaitAll(killed []int) {
	const tries, interval = 500, 2 * time.Millisecond
	for range tries {
		if !slices.ContainsFunc(killed, lives) {
			return
		}
		time.Sleep(interval)
	}
}

// carries reports whether a process of this user has a mark among its variables. An ended process has none.
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
