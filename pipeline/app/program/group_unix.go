//go:build unix

package program

import (
	"os/exec"
	"syscall"
	"time"
)

// Group is the process group of a command, which a terminal's Ctrl-C does not reach.
type Group struct {
	id    int
	guard *watcher // the group's leader, which reserves its id; nil: there is no shell
}

// Start starts a command in a group of its own. The group exists before the command, so this process may be killed at
// any moment.
func Start(cmd *exec.Cmd) (*Group, error) {
	w, err := watch(ofGroup, "")
	if err != nil {
		return nil, err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if w != nil {
		cmd.SysProcAttr.Pgid = w.pid()
	}
	if err := cmd.Start(); err != nil {
		w.end()
		return nil, err
	}
	if w == nil {
		return &Group{id: cmd.Process.Pid}, nil
	}
	return &Group{id: w.pid(), guard: w}, nil
}

// Ask asks the group to end, and reports whether it could.
func (g *Group) Ask() bool { return syscall.Kill(-g.id, syscall.SIGTERM) == nil }

// Kill kills the group and waits a moment until it is gone. Zombies that nobody waits for stay in the group forever, so
// they count only where the system does not distinguish them.
func (g *Group) Kill() {
	const tries, interval = 500, 2 * time.Millisecond
	for range tries {
		if syscall.Kill(-g.id, syscall.SIGKILL) != nil || !groupLives(g.id) {
			return
		}
		time.Sleep(interval)
	}
}

// Ended kills what is left of a command's group when the command has just ended. The group is not used after that.
func (g *Group) Ended() {
	g.Kill()
	g.guard.end()
}
