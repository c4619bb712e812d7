package program

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// turns is a program that is started for each turn.
type turns struct{ *launcher }

func (t turns) turn(ctx context.Context, n int, text string) (string, error) {
	own, file := map[string]string{}, ""
	if t.config.Reply == ReplyFile {
		file = t.setup.ReplyFile(n)
		own[replyVariable] = file
	}
	stdout := newCapture()
	p, err := t.start(t.config.Command, own, stdout)
	if err != nil {
		return "", err
	}
	p.feed([]byte(text), true)
	select {
	case <-p.done:
	case <-stdout.flooded:
		p.kill()
	case <-ctx.Done():
		return "", p.timeout(ctx, "")
	}
	if isClosed(stdout.flooded) {
		return "", &FloodError{"stdout", outputLimit}
	}
	if err := p.exit(""); err != nil {
		return "", err
	}
	reply, from, err := t.reply(stdout.text(), file)
	if err != nil {
		return "", err
	}
	return whole(reply, from, p.last)
}

// close does nothing: the process of a turn ends with it.
func (turns) close() error { return nil }

// reply returns the reply from where the suite says it is, and the name of that place.
func (t turns) reply(stdout, file string) (reply, from string, err error) {
	switch t.config.Reply {
	case ReplyFile:
		reply, err = readReply(file)
		return reply, "the file $" + replyVariable, err
	case ReplyLastLine:
		stdout = strings.TrimSpace(stdout)
		return strings.TrimSpace(stdout[strings.LastIndexByte(stdout, '\n')+1:]), "stdout", nil
	}
	return stdout, "stdout", nil
}

// whole returns a reply as it is shown, or an error if it is blank.
func whole(reply, from string, last func() []string) (string, error) {
	if strings.TrimSpace(reply) == "" {
		return "", &NoReplyError{from, last()}
	}
	reply, _ = pipeline.Repair(strings.TrimRight(reply, "\r\n"))
	return reply, nil
}

// readReply reads a file that a program wrote; a missing one is empty. Only regular files are opened: a pipe would
// never end.
func readReply(path string) (string, error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", &ProtocolError{What: "the file $" + replyVariable + " cannot be read: " + bare(err)}
	case !info.Mode().IsRegular():
		return "", &ProtocolError{What: "$" + replyVariable + " is no longer the path of a file"}
	}
	text, err := readLimited(path)
	switch {
	case err != nil:
		return "", &ProtocolError{What: "the file $" + replyVariable + " cannot be read: " + bare(err)}
	case len(text) > outputLimit:
		return "", &FloodError{"the file $" + replyVariable, outputLimit}
	}
	return string(text), nil
}

// readLimited reads a file up to one byte beyond the limit.
func readLimited(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, outputLimit+1))
}
