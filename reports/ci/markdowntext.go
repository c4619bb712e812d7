package ci

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// code formats a foreign text as code in one line of Markdown.
func code(s string) string { return printable.MarkdownCode(s) }

// item returns an item of a list. An empty one would turn the line above into a title.
func item(s string) string { return "- " + cmp.Or(code(s), "–") + "\n" }

// tableRow returns a row of a table. The cells are safe already.
func tableRow(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

// head returns the title of a section and the head of its table.
func head(title string, columns ...string) string {
	return "### " + title + "\n\n" + tableHead(columns...)
}

// folded returns the head and foot of a folded section with a table.
func folded(title string, columns ...string) (head, foot string) {
	return "<details><summary>" + title + "</summary>\n\n" + tableHead(columns...), "\n</details>\n"
}

// tableHead returns the head of a table; a column whose title ends in a colon is one of numbers.
func tableHead(columns ...string) string {
	names, rules := make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		name, right := strings.CutSuffix(c, ":")
		names[i], rules[i] = name, "---"
		if right {
			rules[i] = "--:"
		}
	}
	return tableRow(names...) + tableRow(rules...)
}

// Limits of a diff, in bytes.
const (
	markdownMostDiff = 3000
	mostDiffLine     = 400
)

// diffBlock returns a diff as a block of code, cut by whole lines. The fence is longer than any in the text.
func diffBlock(diff string) string {
	var b strings.Builder
	left := 0
	for line := range strings.Lines(diff) {
		line = printable.ClipBytes(printable.Line(strings.TrimSuffix(line, "\n")), mostDiffLine)
		if left > 0 || b.Len()+len(line) > markdownMostDiff {
			left++
			continue
		}
		b.WriteString(line + "\n")
	}
	fence := "```"
	for strings.Contains(b.String(), fence) {
		fence += "`"
	}
	block := fence + "diff\n" + b.String() + fence + "\n"
	if left > 0 {
		block += fmt.Sprintf("\n… and %d more lines\n", left)
	}
	return block
}
