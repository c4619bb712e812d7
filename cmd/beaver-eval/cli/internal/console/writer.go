// Everything that is printed goes through a Writer: foreign text does nothing where it is read, and shows
// no secret.

package console

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

// Writer is what everything that is printed goes through, line by line: prompts, answers, names and paths are foreign
// text. Each line is changed so that it does nothing where it is read, and shows no secret.
type Writer struct {
	W        io.Writer
	Change   func(line string) string // a line without its end; nil: it stays as it is
	Longest  int                      // line, in bytes: longer ones are broken; 0: none is
	Columns  int                      // of the terminal, which lines are broken for at blanks; 0: it is none
	Colours  bool                     // there are colours
	colour   string                   // of the lines that follow; empty: none
	from, to int                      // what of the next line stands out, in bytes
	begun    []byte                   // of a line that has not ended
}

// Screen is what the writers of a program share.
type Screen struct {
	Runner  bool             // lines go to the runner of GitHub Actions, which looks for commands in them
	Project *project.Project // whose secrets are masked; nil: not known yet
	Masker  *secrets.Masker  // until it is
}

// People returns the lines that people read: secrets are masked, control characters shown as escapes, and nothing is a
// command to the runner.
func (s *Screen) People(line string) string {
	line = s.Commands(line)
	if s.Runner {
		line = noCommand(line)
	}
	return line
}

// Commands are lines to the runner itself.
func (s *Screen) Commands(line string) string { return printable.LineWithTabs(s.Mask(line)) }

// Machines are lines of JSON. What is changed in them stands in texts, where an escape has the same value.
func (s *Screen) Machines(line string) string {
	line = escapeJSON(s.Mask(line))
	if s.Runner {
		line = strings.ReplaceAll(line, "##[", `##\u005b`)
	}
	return line
}

func (s *Screen) Mask(line string) string {
	if s.Project != nil {
		return s.Project.Masker().Text(line)
	}
	return s.Masker.Text(line)
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
func (d *Writer) Write(data []byte) (int, error) {
	end := bytes.LastIndexByte(data, '\n') + 1
	if end > 0 {
		end += len(d.begun)
	}
	d.begun = append(d.begun, data...)
	if end == 0 && (d.Longest == 0 || len(d.begun) <= d.Longest) {
		return len(data), nil
	}
	var out []byte
	for line := range bytes.Lines(d.begun[:end]) {
		out, line = d.pieces(out, line[:len(line)-1])
		out = append(d.append(out, line), '\n')
	}
	out, rest := d.pieces(out, d.begun[end:])
	d.begun = append(d.begun[:0], rest...)
	if _, err := d.W.Write(out); err != nil {
		return 0, err
	}
	return len(data), nil
}

// pieces appends as many lines of a line that is too long as are full, and returns what is left of it.
func (d *Writer) pieces(out, line []byte) (more, rest []byte) {
	for d.Longest > 0 && len(line) > d.Longest {
		at := d.Longest
		if blank := bytes.LastIndexByte(line[at/2:at], ' '); blank >= 0 { // so that no word is cut, as a key would be
			at = at/2 + blank + 1
		}
		for at > 1 && !utf8.RuneStart(line[at]) {
			at--
		}
		out, line = append(d.append(out, line[:at]), '\n'), line[at:]
	}
	return out, line
}

func (d *Writer) append(out, line []byte) []byte {
	changed := string(line)
	if d.Change != nil {
		changed = d.Change(changed)
	}
	marked := [2]int{d.from, d.to}
	if changed != string(line) || d.to > len(changed) {
		marked = [2]int{}
	}
	spans, indent := printable.Breaks(changed, d.Columns)
	for i, span := range spans {
		if i > 0 {
			out = append(append(out, '\n'), strings.Repeat(" ", indent)...)
		}
		out = d.row(out, changed, span, marked)
	}
	d.from, d.to = 0, 0
	return out
}

// row appends a span of a line in its colour; what of it is marked stands out.
func (d *Writer) row(out []byte, line string, span, marked [2]int) []byte {
	const end, reverse, forward = "\x1b[0m", "\x1b[7m", "\x1b[27m"
	text := line[span[0]:span[1]]
	if from, to := max(marked[0], span[0]), min(marked[1], span[1]); from < to {
		text = line[span[0]:from] + reverse + line[from:to] + forward + line[to:span[1]]
	}
	if d.colour != "" {
		text = d.colour + text + end
	}
	return append(out, text...)
}

// Paint gives the lines that follow a colour, which is a terminal's escape; empty: none. Where there are no colours it
// does nothing.
func (d *Writer) Paint(colour string) {
	if d.Colours {
		d.colour = colour
	}
}

// Emphasize shows these bytes of the next line in reverse, unless the line had to be changed. Where there are no
// colours it does nothing.
func (d *Writer) Emphasize(from, to int) {
	if d.Colours {
		d.from, d.to = from, to
	}
}

// Flush prints a line that has not ended.
func (d *Writer) Flush() error {
	var err error
	if len(d.begun) > 0 {
		_, err = d.W.Write(d.append(nil, d.begun))
	}
	d.begun = nil
	if f, ok := d.W.(interface{ Flush() error }); ok {
		err = errors.Join(err, f.Flush())
	}
	return err
}
