package figures

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/table"
)

// None says that there are no figures, and why.
const None = "There are no figures: no system of these cases declares any, an older version wrote the run, " +
	"or no case ended."

// WriteTable prints a table for each system. width is that of the terminal; 0: unknown.
func WriteTable(w io.Writer, width int, lines []Line) error {
	if len(lines) == 0 {
		_, err := fmt.Fprintln(w, None)
		return err
	}
	for begin := 0; begin < len(lines); {
		end := begin
		var cells [][]string
		for ; end < len(lines) && lines[end].System == lines[begin].System; end++ {
			l := &lines[end]
			cells = append(cells, []string{l.Figure, l.Suite, l.Text(), strconv.Itoa(l.N), l.Claim, l.About})
		}
		columns := []table.Column{
			table.Text("figures of " + lines[begin].System), table.Text("suite"), table.Number("value"),
			table.Number("of"), table.Text("document"), table.Text("what it is"),
		}
		if err := table.WriteFit(w, width, columns, cells); err != nil {
			return err
		}
		if begin = end; begin < len(lines) {
			if _, err := fmt.Fprintln(w); err != nil {
				return err
			}
		}
	}
	return nil
}

// WriteMarkdown prints one table, as docs/systems quote it.
func WriteMarkdown(w io.Writer, lines []Line) error {
	if len(lines) == 0 {
		_, err := fmt.Fprintln(w, None)
		return err
	}
	var b strings.Builder
	b.WriteString("| suite | figure | value | of | document | what it is |\n| --- | --- | --- | --- | --- | --- |\n")
	for i := range lines {
		l := &lines[i]
		claim := l.Claim
		if claim == "" {
			claim = "–"
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s | %d | %s | %s |\n",
			printable.MarkdownText(l.Suite), cell(l.Figure), l.Text(), l.N, cell(claim), cell(l.About))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cell returns words of a system, which are code, as a text that ends no cell.
func cell(text string) string { return strings.ReplaceAll(printable.Line(text), "|", `\|`) }

// WriteJSON prints the lines as a list.
func WriteJSON(w io.Writer, lines []Line) error {
	if lines == nil {
		lines = []Line{}
	}
	return printable.WriteJSON(w, lines)
}
