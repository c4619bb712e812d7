//go:build unix

package program

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"syscall"
)

// script is what guards do.
//
//go:embed guard.sh
var script string

// Targets of a guard.
const (
	ofGroup = "group" // its own process group
	ofTree  = "tree"  // the process whose id it reads first, its descendants, and those that carry a mark
	ofMark  = "mark"  // those that carry a mark
)

// watcher is a guard: a process that ends others as soon as this one has ended.
type watcher struct {
	cmd   *exec.Cmd
	input io.WriteCloser // open as long as this process lives
}

// watch starts a guard, the leader of a process group of its own; nil: there is no shell. It carries no mark itself,
// and keeps no folder busy.
func watch(what, mark string) (*watcher, error) {
	cmd := exec.Command("/bin/sh", "-c", script, "guard", what, mark)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Dir, cmd.Env = "/", []string{"PATH=" + os.Getenv("PATH") + ":/usr/bin:/bin"}
	input, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	err = cmd.Start()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &watcher{cmd, input}, nil
}

func (w *watcher) pid() int { return w.cmd.Process.Pid }

// end stops the guard, which then ends nothing.
func (w *watcher) end() {
	if w == nil {
		return
	}
	_ = w.cmd.Process.Kill()
	_ = w.cmd.Wait() // it was killed
}

// Beside starts a command that carries a mark in the group of this process, since it may need the terminal. The caller
// calls ended once the command has ended.
func Beside(cmd *exec.Cmd, mark string) (ended func(), err error) {
	w, err := watch(ofTree, mark)
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		w.end()
		return nil, err
	}
	if w != nil {
		_, _ = fmt.Fprintln(w.input, cmd.Process.Pid) // without a guard there is nothing to tell
	}
	return w.end, nil
}
