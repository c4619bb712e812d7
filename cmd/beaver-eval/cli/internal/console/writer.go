// All output goes through a Writer, which makes foreign text harmless and hides secrets.

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

// Writer passes all output through Change, line by line: prompts, answers, names and paths are foreign text. Each line
// becomes harmless to its reader, and shows no secret.
type Writer struct {
	W        io.Writer
	Change   func(line string) string // of a line without its end; nil: none
	Longest  int                      // line, in bytes: longer ones are broken; 0: no limit
	Columns  int                      // of the terminal, at which lines are broken at blanks; 0: no terminal
	Colours  bool                     // colours are used
	colour   string                   // of the lines that follow; empty: none
	from, to int                      // emphasized part of the next line, in bytes
	begun    []byte                   // of a line that has not ended
}

// Screen holds the shared settings of a program's writers.
type Screen struct {
	Runner  bool             // lines go to the runner of GitHub Actions, which looks for commands in them
	Project *project.Project // whose secrets are masked; nil: not known yet
	Masker  *secrets.Masker  // used until then
}

// People returns a line for people: secrets are masked, control characters escaped, and nothing is a command to the
// runner.
func (s *Screen) People(line string) string {
	line = s.Commands(line)
	if s.Runner {
		line = noCommand(line)
	}
	return line
}

// Commands returns a line for the runner itself.
func (s *Screen) Commands(line string) string { return printable.LineWithTabs(s.Mask(line)) }

// Machines returns a line of JSON. Changes are within texts, where an escape has the same value.
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

// noCommand puts a backslash into the runner's command prefixes: :: at the beginning of a line, ##[ anywhere.
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

// Write implements io.Writer. An unfinished last line is kept until its end or Flush.
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

// pieces breaks a line that is too long into full lines, and returns the rest.
func (d *Writer) pieces(out, line []byte) (more, rest []byte) {
	for d.Longest > 0 && len(line) > d.Longest {
		at := d.Longest
		if blank := bytes.LastIndexByte(line[at/2:at], ' '); blank >= 0 { // so that no word, such as a key, is cut
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

// row appends a span of a line in its colour, with its marked part emphasized.
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

// Paint sets the colour of the following lines, a terminal escape; empty: none. It does nothing without colours.
func (d *Writer) Paint(colour string) {
	if d.Colours {
		d.colour = colour
	}
}

// Emphasize shows these bytes of the next line in reverse, unless the line had to be changed. It does nothing without
// colours.
func (d *Writer) Emphasize(from, to int) {
	if d.Colours {
		d.from, d.to = from, to
	}
}

// Flush prints an unfinished line.
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
