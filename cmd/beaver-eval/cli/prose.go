package cli

import (
	"bytes"
	"io"
)

// prose is standard output for what people read: prompts stand in it, and in GitHub Actions a line of a prompt could otherwise be
// taken for a command to the runner. Data for machines goes to stdout as it is.
func (a *app) prose() io.Writer { return a.harmless(a.stdout) }

// harmless is w, in GitHub Actions without commands to the runner.
func (a *app) harmless(w io.Writer) io.Writer {
	if !a.inGitHub() {
		return w
	}
	return &lineWriter{w: w, change: noCommand}
}

// noCommand puts a backslash into what the runner takes for a command: :: at the beginning of a line, ##[ anywhere.
func noCommand(line []byte) []byte {
	line = bytes.ReplaceAll(line, []byte("##["), []byte(`##\[`))
	if text := bytes.TrimSpace(line); bytes.HasPrefix(text, []byte("::")) {
		return bytes.Replace(line, []byte("::"), []byte(`\::`), 1)
	}
	return line
}

// lineWriter changes whole lines. What is behind the last line end stays with it: everything that is printed ends with one.
type lineWriter struct {
	w      io.Writer
	change func(line []byte) []byte
	begun  []byte
}

// Write implements io.Writer.
func (l *lineWriter) Write(data []byte) (int, error) {
	l.begun = append(l.begun, data...)
	end := bytes.LastIndexByte(l.begun, '\n') + 1
	var out []byte
	for line := range bytes.Lines(l.begun[:end]) {
		out = append(out, l.change(line)...)
	}
	l.begun = append(l.begun[:0], l.begun[end:]...)
	if _, err := l.w.Write(out); err != nil {
		return 0, err
	}
	return len(data), nil
}
