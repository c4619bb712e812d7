package program

import (
	"os/exec"
	"strconv"
	"syscall"
)

// Group is the process group of a command, which a console's Ctrl-C does not reach.
type Group struct{ cmd *exec.Cmd }

// Start starts a command in a group of its own.
func Start(cmd *exec.Cmd) (*Group, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
	return &Group{cmd}, cmd.Start()
}

// Ask reports false: these processes have no windows, so none can be asked to end.
func (*Group) Ask() bool { return false }

// Kill kills a process with those that it started.
func (g *Group) Kill() {
	_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(g.cmd.Process.Pid)).Run()
}

// Ended does nothing: remains of an ended process cannot be reached, and its id may be another's.
func (*Group) Ended() {}

// Beside only starts the command.
func Beside(cmd *exec.Cmd, _ string) (ended func(), err error) {
	return func() {}, cmd.Start()
}
