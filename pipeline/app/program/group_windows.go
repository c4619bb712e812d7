package program

import (
	"os/exec"
	"strconv"
	"syscall"
)

// ownGroup has a command start in a process group of its own, which a console's Ctrl-C does not reach.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// askGroup reports that nobody could be asked to end: these processes have no windows.
func askGroup(int) bool { return false }

// killGroup kills a process with those that it started.
func killGroup(process int) {
	_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(process)).Run()
}

// killLeft does nothing: what a process left behind is out of reach once it has ended, and its id may be another's.
func killLeft(int) {}
