//go:build unix

package ollamatest

import (
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"
)

// guard runs a program and ends its own process group as soon as the program has ended or standard input has: so
// nothing is left over, however the test ends.
const guard = `{ "$0" "$@"; kill -KILL 0; } & read -r _; kill -KILL 0`

const (
	groupTimeout  = 5 * time.Second // until a killed group is gone
	groupInterval = 10 * time.Millisecond
)

// startGroup starts a command in a process group of its own, which kill or the end of the test kills. The channel is
// closed once the command has ended.
func startGroup(t testing.TB, cmd *exec.Cmd) (ended <-chan struct{}, kill func()) {
	t.Helper()
	sh := exec.Command("/bin/sh", append([]string{"-c", guard, cmd.Path}, cmd.Args[1:]...)...)
	sh.Env, sh.Stdout, sh.Stderr = cmd.Env, cmd.Stdout, cmd.Stderr
	sh.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if _, err := sh.StdinPipe(); err != nil { // ends with this process
		t.Fatal(err)
	}
	if err := sh.Start(); err != nil {
		t.Fatal(err)
	}
	end := make(chan struct{})
	go func() {
		defer close(end)
		_ = sh.Wait() // always ended by a signal
	}()
	kill = sync.OnceFunc(func() { endGroup(t, sh.Process.Pid, end) })
	t.Cleanup(kill)
	return end, kill
}

// endGroup kills a group, and waits until its last process is gone, so that nobody writes into its folders any more.
func endGroup(t testing.TB, group int, ended <-chan struct{}) {
	deadline := time.Now().Add(groupTimeout)
	for syscall.Kill(-group, syscall.SIGKILL) == nil {
		if time.Now().After(deadline) {
			t.Logf("the process group %d is still there; maybe nobody asks how its processes ended", group)
			break
		}
		time.Sleep(groupInterval)
	}
	<-ended
}
