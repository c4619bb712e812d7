package program

import (
	"os/exec"
	"syscall"
)

// ownSession has a command start in a session of its own, and so outside of the group of its parent.
func ownSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
