package project

import (
	"github.com/beaver-eval/beaver-eval/fixtures/lockfile"
)

// Guard returns what a command holds while it writes beside the goldens; a project that is not on disk needs none.
func (p *Project) Guard(command string) *lockfile.Guard {
	if p.Dir == "" {
		return &lockfile.Guard{}
	}
	return &lockfile.Guard{File: p.OnDisk(lockfile.Name), Command: command}
}
