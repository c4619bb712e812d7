// Package table prints rows as a table of text.
package table

import (
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// Column is a column of a table.
type Column struct {
	title  string
	right  bool
	middle bool // cut there
}

// Text returns a column of texts.
func Text(title string) Column { return Column{title: title} }

// Name returns a column of names: both ends of a name tell it from others, so it is cut in the middle.
func Name(title string) Column { return Column{title: title, middle: true} }

// Number returns a column of right-aligned numbers.
func Number(title string) Column { return Column{title: title, right: true} }

// Write writes rows under their columns: no borders, two blanks between columns, a line under the titles. Text is made
// safe first: no control character reaches a terminal.
func Write(w io.Writer, columns []Column, rows [][]string) error {
	return write(w, columns, safe(rows))
}

// WriteFit is Write for a terminal that is so many columns wide: the widest columns of texts are cut. With 0 the width
// is unknown, and nothing is cut.
func WriteFit(w io.Writer, width int, columns []Column, rows [][]string) error {
	if width == 0 {
		return Write(w, columns, rows)
	}
	return write(w, columns, fit(width, columns, safe(rows)))
}

func safe(rows [][]string) [][]string {
	all := make([][]string, len(rows))
	for r, row := range rows {
		all[r] = make([]string, len(row))
		for i, text := range row {
			all[r][i] = printable.Line(text)
		}
	}
	return all
}

func write(w io.Writer, columns []Column, rows [][]string) error {
	align := make([]tw.Align, len(columns))
	titles := make([]string, len(columns))
	for i, c := range columns {
		titles[i], align[i] = c.title, tw.AlignLeft
		if c.right {
			align[i] = tw.AlignRight
		}
	}
	cell := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoFormat: tw.Off, AutoWrap: tw.WrapNone},
		Alignment:  tw.CellAlignment{PerColumn: align},
		Padding:    tw.CellPadding{Global: tw.Padding{Left: "", Right: "  ", Overwrite: true}},
	}
	var b strings.Builder
	t := tablewriter.NewTable(&b,
		tablewriter.WithConfig(tablewriter.Config{Header: cell, Row: cell, Behavior: tw.Behavior{TrimSpace: tw.Off}}),
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders: tw.Border{Left: tw.Off, Right: tw.Off, Top: tw.Off, Bottom: tw.Off},
			Symbols: tw.NewSymbols(tw.StyleASCII),
			Settings: tw.Settings{
				Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off},
				Lines:      tw.Lines{ShowHeaderLine: tw.On},
			},
		})),
	)
	t.Header(titles)
	for _, row := range rows {
		if err := t.Append(row); err != nil {
			return err
		}
	}
	if err := t.Render(); err != nil {
		return err
	}
	for line := range strings.Lines(b.String()) {
		line = strings.TrimRight(line, " \n")
		if strings.Trim(line, "-") == "" {
			line = line[:max(0, len(line)-2)] // the last column's blanks have no text above them
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// fit cuts the cells of the widest text columns until all fit into a line.
func fit(width int, columns []Column, rows [][]string) [][]string {
	widths := make([]int, len(columns))
	for i, c := range columns {
		widths[i] = printable.Width(c.title)
	}
	for _, row := range rows {
		for i, text := range row {
			widths[i] = max(widths[i], printable.Width(text))
		}
	}
	shrink(width, columns, widths)
	for _, row := range rows {
		for i, text := range row {
			if row[i] = printable.Cut(text, widths[i]); columns[i].middle {
				row[i] = printable.CutMiddle(text, widths[i])
			}
		}
	}
	return rows
}

// shrink shrinks the widest text column as long as one can shrink.
func shrink(width int, columns []Column, widths []int) {
	const least = 8
	total := 2 * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	for ; total > width; total-- {
		widest := -1
		for i, c := range columns {
			gives := !c.right && widths[i] > max(least, printable.Width(c.title))
			if gives && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		widths[widest]--
	}
}
