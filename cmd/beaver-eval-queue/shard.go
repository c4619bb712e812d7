package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"
)

// patienceAtEnd is how long a shard that is given back has to end in order.
const patienceAtEnd = 5 * time.Second

// runShard runs a shard in a process of its own: what ends that does not end the worker, and its last words are kept.
func runShard(ctx context.Context, dir string, j *job, servers []string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	args := []string{"run", "--root=.", "--shard=" + j.String(), "--quiet"}
	if j.Model != "" {
		args = append(args, servers...)
	}
	cmd := exec.CommandContext(ctx, program, slices.Concat(args, j.Args)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GITHUB_ACTIONS=") // its commands are for the process that waits
	said := &lastBytes{}
	cmd.Stdout, cmd.Stderr = said, said
	cmd.Cancel = func() error { return interrupt(cmd.Process) }
	cmd.WaitDelay = patienceAtEnd
	apart(cmd)
	runtime.LockOSThread() // the process ends with the thread that started it
	err = cmd.Run()
	runtime.UnlockOSThread()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && exited {
		return fmt.Errorf("its process ended with %v: %s", err, said)
	}
	return err
}

// lastBytes keeps the end of what is written.
type lastBytes struct{ data []byte }

const maxSaid = 4 << 10 // bytes

func (l *lastBytes) Write(p []byte) (int, error) {
	l.data = append(l.data, p...)
	if over := len(l.data) - maxSaid; over > 0 {
		l.data = append(l.data[:0], l.data[over:]...)
	}
	return len(p), nil
}

func (l *lastBytes) String() string {
	return strings.ToValidUTF8(strings.TrimSpace(string(l.data)), "\uFFFD")
}
