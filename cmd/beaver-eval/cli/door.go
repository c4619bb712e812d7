package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// door is what everything that is printed goes through, line by line: prompts, answers, names and paths are foreign
// text. Each line is changed so that it does nothing where it is read, and shows no secret.
type door struct {
	w       io.Writer
	change  func(line string) string // a line without its end; nil: it stays as it is
	colours bool                     // there are colours
	colour  string                   // of the lines that follow; empty: none
	begun   []byte                   // of a line that has not ended
}

// screen is what the doors of a program share.
type screen struct {
	runner  bool             // lines go to the runner of GitHub Actions, which looks for commands in them
	project *project.Project // whose secrets are masked; nil: not known yet
	masker  *secrets.Masker  // until it is
}

// people are the lines that people read: secrets are masked, control characters shown as escapes, and nothing is a
// command to the runner.
func (s *screen) people(line string) string {
	line = s.commands(line)
	if s.runner {
		line = noCommand(line)
	}
	return line
}

// commands are lines to the runner itself.
func (s *screen) commands(line string) string { return printable.LineWithTabs(s.mask(line)) }

// machines are lines of JSON. What is changed in them stands in texts, where an escape has the same value.
func (s *screen) machines(line string) string {
	line = escapeJSON(s.mask(line))
	if s.runner {
		line = strings.ReplaceAll(line, "##[", `##\u005b`)
	}
	return line
}

func (s *screen) mask(line string) string {
	if s.project != nil {
		return s.project.Masker().Text(line)
	}
	return s.masker.Text(line)
}

// noCommand puts a backslash into what the runner takes for a command: :: at the beginning of a line, ##[ anywhere.
func noCommand(line string) string {
	line = strings.ReplaceAll(line, "##[", `##\[`)
	if strings.HasPrefix(strings.TrimSpace(line), "::") {
		return strings.Replace(line, "::", `\::`, 1)
	}
	return line
}

// escapeJSON escapes characters that a terminal would obey.
func escapeJSON(line string) string {
	if printable.LineWithTabs(line) == line {
		return line
	}
	var b strings.Builder
	for _, r := range line {
		if text := string(r); r == utf8.RuneError || printable.LineWithTabs(text) != text {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Write implements io.Writer. What is behind the last line end stays here until that comes, or Flush.
func (d *door) Write(data []byte) (int, error) {
	d.begun = append(d.begun, data...)
	end := bytes.LastIndexByte(d.begun, '\n') + 1
	if end == 0 {
		return len(data), nil
	}
	var out []byte
	for line := range bytes.Lines(d.begun[:end]) {
		out = append(d.append(out, line[:len(line)-1]), '\n')
	}
	d.begun = append(d.begun[:0], d.begun[end:]...)
	if _, err := d.w.Write(out); err != nil {
		return 0, err
	}
	return len(data), nil
}

func (d *door) append(out, line []byte) []byte {
	const end = "\x1b[0m"
	changed := string(line)
	if d.change != nil {
		changed = d.change(changed)
	}
	if d.colour != "" {
		changed = d.colour + changed + end
	}
	return append(out, changed...)
}

// Paint gives the lines that follow a colour, which is a terminal's escape; empty: none. Where there are no colours it
// does nothing.
func (d *door) Paint(colour string) {
	if d.colours {
		d.colour = colour
	}
}

// Flush prints a line that has not ended.
func (d *door) Flush() error {
	var err error
	if len(d.begun) > 0 {
		_, err = d.w.Write(d.append(nil, d.begun))
	}
	d.begun = nil
	if f, ok := d.w.(interface{ Flush() error }); ok {
		err = errors.Join(err, f.Flush())
	}
	return err
}
