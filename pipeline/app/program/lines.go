package program

import (
	"context"
	"fmt"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// lines is a program that runs throughout its case, or through all cases: a line of JSON in for each turn, and one out.
type lines struct {
	*launcher
	process *process
	replies *replies
	replied time.Time // time of the last reply
}

// between is how long the program's output is read after a reply before it gets the next turn: a second line for the
// same turn would be taken for the reply to that one.
const between = 30 * time.Millisecond

// quiet waits until that time has passed, or the process has ended.
func (l *lines) quiet(ctx context.Context) {
	timer := time.NewTimer(between - time.Since(l.replied))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-l.process.done:
	case <-ctx.Done():
	}
}

func (l *lines) turn(ctx context.Context, n int, text string) (string, error) {
	if err := l.started(); err != nil {
		return "", err
	}
	input, err := l.input(n, text)
	if err != nil {
		return "", err
	}
	l.quiet(ctx)
	if isClosed(l.process.done) {
		return "", l.ended(fmt.Sprintf("turn %d", n))
	}
	if err := l.replies.expect(n); err != nil {
		l.process.kill()
		return "", err
	}
	fed := l.process.feed(input, false)
	reply, err := l.await(ctx, n)
	if err != nil {
		return "", err
	}
	select {
	case <-fed:
	case <-l.process.done: // it has replied; whether it reads the rest of its input does not matter
	case <-ctx.Done():
		return "", l.process.timeout(ctx, "")
	}
	return whole(reply, fmt.Sprintf("the reply to turn %d", n), l.process.last)
}

// input returns the line for a turn. A program that lasts through all cases is told which one it is.
func (l *lines) input(n int, text string) ([]byte, error) {
	turn := struct {
		Case string `json:"case,omitempty"`
		Turn int    `json:"turn"`
		Text string `json:"text"`
	}{Turn: n, Text: text}
	if l.config.Keep == KeepSuite {
		turn.Case = l.setup.Case
	}
	line, err := jsonvalue.Marshal(turn)
	return append(line, '\n'), err
}

func (l *lines) started() error {
	if l.process != nil {
		return nil
	}
	l.replies = newReplies()
	var err error
	l.process, err = l.start(l.config.Command, nil, l.replies)
	return err
}

// await waits for the reply to a turn.
func (l *lines) await(ctx context.Context, n int) (string, error) {
	select {
	case <-l.replies.changed:
	case <-l.process.done:
		l.replies.finish()
	case <-ctx.Done():
		return "", l.process.timeout(ctx, "")
	}
	reply, err := l.replies.take()
	switch {
	case reply != nil: // other output is reported with the next turn, or at the end
		l.replied = time.Now()
		return *reply, nil
	case err != nil:
		l.process.kill()
		return "", err
	}
	return "", l.ended(fmt.Sprintf("its reply to turn %d", n))
}

// ended returns how the process ended too early; an earlier breach of the protocol counts more.
func (l *lines) ended(before string) error {
	if _, err := l.replies.take(); err != nil {
		return err
	}
	return l.process.exit(before)
}

// close ends the process by closing its input. Its exit code is ignored then, since programs that read until EOF end in
// various ways; an unexpected reply is not.
func (l *lines) close() error {
	if l.process == nil {
		return nil
	}
	l.process.stdin.Close()
	l.process.end()
	l.replies.finish()
	_, err := l.replies.take()
	return err
}
