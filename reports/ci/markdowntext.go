package ci

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// markdownMostText is how many code points of a text a page shows. As entities they may take six times as many bytes.
const markdownMostText = 300

// code formats a foreign text as code in one line of Markdown. Characters of markup, mentions, links or table cells
// become entities, which are plain text everywhere.
func code(s string) string {
	if s == "" {
		return ""
	}
	return "<code>" + entities().Replace(printable.Line(printable.Clip(s, markdownMostText))) + "</code>"
}

// MarkdownCode returns a foreign text as code that it cannot end; empty for none.
func MarkdownCode(s string) string { return code(s) }

// item returns an item of a list. An empty one would turn the line above into a title.
func item(s string) string { return "- " + cmp.Or(code(s), "–") + "\n" }

func entities() *strings.Replacer {
	pairs := []string{"www.", "www&#46;"}
	for _, c := range "&<>`*_[]|~@:$\\#" {
		pairs = append(pairs, string(c), fmt.Sprintf("&#%d;", c))
	}
	return strings.NewReplacer(pairs...)
}

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
