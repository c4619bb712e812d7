// Package reports shows what a run came to: tables for people, one JSON object for machines, and the trace.
package reports

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Column is a column of a table.
type Column struct {
	Title string
	Right bool // numbers
}

// lineWidth is how wide a table may be.
const lineWidth = 80

// Table writes rows under their columns: no borders, two blanks between columns, a line under the titles. Text is made
// safe first: no control character of a cell reaches a terminal.
func Table(w io.Writer, columns []Column, rows [][]string) error {
	return writeTable(w, columns, printable(rows))
}

// narrowTable is a Table of at most 80 columns: the widest columns of texts are cut.
func narrowTable(w io.Writer, columns []Column, rows [][]string) error {
	return writeTable(w, columns, fit(columns, printable(rows)))
}

func printable(rows [][]string) [][]string {
	safe := make([][]string, len(rows))
	for r, row := range rows {
		safe[r] = make([]string, len(row))
		for i, text := range row {
			safe[r][i] = Printable(text)
		}
	}
	return safe
}

func writeTable(w io.Writer, columns []Column, rows [][]string) error {
	align := make([]tw.Align, len(columns))
	titles := make([]string, len(columns))
	for i, c := range columns {
		titles[i], align[i] = c.Title, tw.AlignLeft
		if c.Right {
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

// fit cuts the cells of the widest text columns until a line has room for all.
func fit(columns []Column, rows [][]string) [][]string {
	widths := make([]int, len(columns))
	for i, c := range columns {
		widths[i] = width(c.Title)
	}
	for _, row := range rows {
		for i, text := range row {
			widths[i] = max(widths[i], width(text))
		}
	}
	shrink(columns, widths)
	for _, row := range rows {
		for i, text := range row {
			row[i] = cut(text, widths[i])
		}
	}
	return rows
}

// shrink takes from the widest column of texts, as long as there is one that can give.
func shrink(columns []Column, widths []int) {
	const least = 8
	total := 2 * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	for ; total > lineWidth; total-- {
		widest := -1
		for i, c := range columns {
			if !c.Right && widths[i] > max(least, width(c.Title)) && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		widths[widest]--
	}
}

// width is how many columns of a terminal a text takes: characters of East Asia take two.
func width(s string) int { return measure().StringWidth(s) }

// measure is the same wherever the program runs: by itself the library looks at the locale.
func measure() *runewidth.Condition { return &runewidth.Condition{StrictEmojiNeutral: true} }

// cut shortens a text to so many columns.
func cut(s string, columns int) string { return measure().Truncate(s, columns, "…") }

// Printable makes a text safe for one line of a terminal: control characters, those that turn the direction of writing,
// and bytes that are not UTF-8 are shown as escapes.
func Printable(s string) string { return shown(s, "") }

// PrintableLine is Printable with tabs as they are.
func PrintableLine(s string) string { return shown(s, "\t") }

// shown is s with escapes for all that is not printable, but for the characters of but.
func shown(s, but string) string {
	if utf8.ValidString(s) && strings.IndexFunc(s, unprintable) < 0 {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case strings.ContainsRune(but, r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case unprintable(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func unprintable(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}
