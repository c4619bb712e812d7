package program

import (
	"context"
	"io"
	"os/exec"
	"syscall"
	"time"
)

const (
	outputDelay = 300 * time.Millisecond // how long others may hold the outputs of an ended process
	endGrace    = 2 * time.Second        // for a process to end when asked to
	patience    = 5 * time.Second        // until a killed process is gone: the kernel may delay that
)

// output collects what a process writes, and shows its end.
type output interface {
	io.Writer
	end() string // the end that is searched for last lines
}

// process is a started program, in a process group of its own that does not outlive this process.
type process struct {
	cmd    *exec.Cmd
	group  *Group
	stdin  io.WriteCloser
	stdout output
	stderr *tail
	shown  func(text string) string // see Setup.Shown
	grace  time.Duration            // for it to end by itself when asked to
	done   chan struct{}            // closed once it has ended, its outputs are read and its group is killed
}

// startProcess starts a command with a pipe for its standard input.
func startProcess(cmd *exec.Cmd, stdout output, shown func(text string) string) (*process, error) {
	p := &process{cmd: cmd, stdout: stdout, stderr: &tail{}, shown: shown, grace: endGrace, done: make(chan struct{})}
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = stdout, p.stderr, outputDelay
	var err error
	if p.stdin, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if p.group, err = Start(cmd); err != nil {
		return nil, err
	}
	go func() {
		defer close(p.done)
		_ = cmd.Wait() // the state has how it ended; a truncated output is known to its writer
		p.group.Ended()
	}()
	return p, nil
}

// kill kills the process and its group, and returns once they are gone.
func (p *process) kill() {
	if isClosed(p.done) {
		return
	}
	p.group.Kill()
	p.await(patience)
}

// end waits a while for the process to end by itself and then kills it.
func (p *process) end() {
	p.await(p.grace)
	p.kill()
}

func (p *process) await(most time.Duration) {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-p.done:
	case <-timer.C:
	}
}

// feed writes a text to the standard input, in the background: a process need not read it. The end of the process
// explains why a text was not read. The channel is closed afterwards.
func (p *process) feed(text []byte, last bool) <-chan struct{} {
	fed := make(chan struct{})
	go func() {
		defer close(fed)
		_, _ = p.stdin.Write(text)
		if last {
			p.stdin.Close()
		}
	}()
	return fed
}

// last returns the last lines of the process, from stderr or, if that is empty, from stdout.
func (p *process) last() []string {
	if last := lastLines(p.shown(p.stderr.end())); len(last) > 0 {
		return last
	}
	return lastLines(p.shown(p.stdout.end()))
}

// exit returns the error of how the process ended, before what early names; nil if it finished and ended well.
func (p *process) exit(early string) error {
	state := p.cmd.ProcessState // nil only if the system does not say how the process ended
	e := &ExitError{Code: -1, Early: early, Last: p.last()}
	if state == nil {
		return e
	}
	if early == "" && state.Success() {
		return nil
	}
	e.Code = state.ExitCode()
	if s, ok := state.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		e.Signal = s.Signal().String()
	}
	return e
}

// timeout kills the process because a turn's context has ended, and returns an error with its state.
func (p *process) timeout(ctx context.Context, state string) error {
	p.kill()
	return &TimeoutError{Cause: context.Cause(ctx), State: state, Last: p.last()}
}
