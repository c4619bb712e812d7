//go:build !linux

package main

import (
	"os"
	"os/exec"
)

// apart does nothing here: a process outlives its worker until its shard ends, and gets the Ctrl-C of the terminal.
func apart(*exec.Cmd) {}

func interrupt(p *os.Process) error { return p.Kill() }
