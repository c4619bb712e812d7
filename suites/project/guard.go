package project

import (
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
)

// Guard returns the lock that a command holds while it writes beside the goldens; a project that is not on disk needs
// none.
func (p *Project) Guard(command string) *disk.Guard {
	if p.Dir == "" {
		return &disk.Guard{}
	}
	return &disk.Guard{File: p.OnDisk(disk.LockName), Command: command}
}
