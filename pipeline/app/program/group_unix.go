//go:build unix

package program

import (
	"os/exec"
	"syscall"
	"time"
)

// ownGroup has a command start in a process group of its own, which a terminal's Ctrl-C does not reach.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// askGroup asks a process group to end, and reports whether it could.
func askGroup(group int) bool { return syscall.Kill(-group, syscall.SIGTERM) == nil }

// killGroup kills a process group and waits a moment until it is gone. Processes that nobody asks how they ended stay
// in the group for ever, so those count only where the system does not tell them from others.
func killGroup(group int) {
	const tries, interval = 500, 2 * time.Millisecond
	for range tries {
		if syscall.Kill(-group, syscall.SIGKILL) != nil || !groupLives(group) {
			return
		}
		time.Sleep(interval)
	}
}

// killLeft kills what a process that has just ended left of its group.
func killLeft(group int) { killGroup(group) }
