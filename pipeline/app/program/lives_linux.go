package program

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

// processes returns the ids of the processes for which is reports true.
func processes(is func(pid int) bool) []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var found []int
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil && is(pid) {
			found = append(found, pid)
		}
	}
	return found
}

// groupLives reports whether a process of a group is still running.
func groupLives(group int) bool {
	return len(processes(func(pid int) bool { _, of := status(pid); return of == group && lives(pid) })) > 0
}

// lives reports whether a process is still running. A zombie stays listed until somebody waits for it; as long as it is
// listed with threads, they hold its files and ports.
func lives(pid int) bool {
	state, _ := status(pid)
	switch state {
	case 0, 'X':
		return false
	case 'Z':
		threads, err := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task")
		return err == nil && len(threads) > 1
	}
	return true
}

// status returns the letter of a process's state and its process group, zeros if there is none.
func status(pid int) (state byte, group int) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, 0
	}
	var parent int
	behind := stat[bytes.LastIndexByte(stat, ')')+1:] // the program's name may contain anything
	if _, err := fmt.Sscanf(string(behind), " %c %d %d", &state, &parent, &group); err != nil {
		return 0, 0
	}
	return state, group
}
