package main

import (
	"os"
	"os/exec"
	"syscall"
)

// apart lets a process end with this one, and gives it no Ctrl-C of the terminal: a worker drains.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
}

func interrupt(p *os.Process) error { return p.Signal(syscall.SIGTERM) }
