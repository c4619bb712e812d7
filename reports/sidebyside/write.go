package sidebyside

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/table"
)

// Write prints the report: a column for each system, then the answers, in which systems with the same answer share a
// row. format is json, markdown or table; width is that of the terminal, 0: unknown.
func (r *Report) Write(w io.Writer, format string, width int) error {
	write := func(w io.Writer, columns []table.Column, lines [][]string) error {
		return table.WriteFit(w, width, columns, lines)
	}
	text := printable.Line
	switch format {
	case "json":
		return printable.WriteJSON(w, r)
	case "markdown":
		write, text = table.Markdown, printable.MarkdownText
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", text(r.counted()))
	if r.Shared > 0 {
		columns := []table.Column{table.Text("")}
		for _, s := range r.Systems {
			columns = append(columns, table.Number(text(s.System)))
		}
		if err := write(&b, columns, r.lines()); err != nil {
			return err
		}
		b.WriteString("\n")
	}
	columns := []table.Column{table.Name("turn"), table.Text("systems"), table.Text("answer")}
	if err := write(&b, columns, r.answers()); err != nil {
		return err
	}
	if r.More > 0 {
		fmt.Fprintf(&b, "\nWithout the answers of %s more (--all: all).\n", wording.Number(r.More, "conversation"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// counted says what is compared.
func (r *Report) counted() string {
	if r.Shared == 0 {
		return fmt.Sprintf("No conversation was finished by all %d systems, so there are no sums; of each one, "+
			"--format json has the figures.", len(r.Systems))
	}
	var shared, others []string
	for i := range r.Conversations {
		c := &r.Conversations[i]
		if r.shares(c) {
			shared = append(shared, c.Case)
		} else {
			others = append(others, c.Case)
		}
	}
	const most = 10
	text := fmt.Sprintf("Sums over %s that all %d systems finished: %s.", wording.Number(r.Shared, "conversation"),
		len(r.Systems), wording.Some(shared, most))
	if len(others) > 0 {
		text += " Not in the sums, since only some finished them: " + wording.Some(others, most) + "."
	}
	return text
}

// lines returns the rows of figures.
func (r *Report) lines() [][]string {
	var lines [][]string
	add := func(title string, value func(*System) string) {
		line := []string{title}
		for i := range r.Systems {
			line = append(line, value(&r.Systems[i]))
		}
		lines = append(lines, line)
	}
	add("calls", func(s *System) string { return strconv.Itoa(s.Calls) })
	add("depth (calls in a row)", func(s *System) string { return strconv.Itoa(s.Depth) })
	add("prompt tokens", func(s *System) string { return cells.Tokens(s.PromptTokens, s.EstimatedTokens > 0) })
	add("output tokens", func(s *System) string { return cells.Tokens(s.OutputTokens, s.EstimatedTokens > 0) })
	add("prefix kept", func(s *System) string {
		if s.PrefixTokens == 0 {
			return "–" // no stage was asked twice
		}
		return fmt.Sprintf("%.1f%%", 100*float64(s.KeptTokens)/float64(s.PrefixTokens))
	})
	add("decisions by fallback", func(s *System) string { return part(s.ByFallback, s.Decisions) })
	names := map[string]bool{}
	for i := range r.Systems {
		for _, f := range r.Systems[i].Faults {
			names[f.Fault] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		add("fallbacks under "+name, func(s *System) string {
			return s.fault(name, func(f Fault) int { return f.FellBack })
		})
		add("right outcome under "+name, func(s *System) string {
			return s.fault(name, func(f Fault) int { return f.Right })
		})
	}
	return lines
}

// fault prints how many of the calls that were broken in a way are of a kind.
func (s *System) fault(name string, kind func(Fault) int) string {
	i := slices.IndexFunc(s.Faults, func(f Fault) bool { return f.Fault == name })
	if i < 0 {
		return part(0, 0)
	}
	return part(kind(s.Faults[i]), s.Faults[i].Broken)
}

// part prints a number with what it is a part of; of nothing, a dash.
func part(n, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%d of %d", n, of)
}

// answers returns a row for each different answer to a turn, in the order of the systems.
func (r *Report) answers() [][]string {
	var lines [][]string
	for i := range r.Conversations {
		c := &r.Conversations[i]
		for _, turn := range c.Turns {
			title := c.Case + "/" + turn.Turn
			var texts []string
			systems := map[string][]string{}
			for _, a := range turn.Answers {
				text := a.text()
				if systems[text] == nil {
					texts = append(texts, text)
				}
				systems[text] = append(systems[text], a.System)
			}
			for _, text := range texts {
				lines = append(lines, []string{title, strings.Join(systems[text], ", "), text})
			}
		}
	}
	return lines
}

// text returns an answer in a line, with its status unless the turn is done.
func (a *Answer) text() string {
	const most = 200
	text := printable.Clip(strings.Join(a.Texts, " / "), most)
	switch {
	case len(a.Texts) == 0:
		return a.Status + ", without an answer"
	case a.Status == pipeline.StatusDone:
		return text
	}
	return a.Status + ": " + text
}
