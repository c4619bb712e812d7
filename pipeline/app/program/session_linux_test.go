package program

import (
	"os/exec"
	"syscall"
)

// ownSession makes a command start in a session of its own, outside its parent's group.
func ownSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
