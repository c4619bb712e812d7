package reports

import (
	"cmp"
	"fmt"
	"strings"
)

// mostMarkdownText is how many code points of a text a page shows. As entities they may be six times as many bytes.
const mostMarkdownText = 300

// mdCode makes a foreign text a piece of code in one line of Markdown. What could be markup, a mention, a link or the
// end of a table's cell is an entity, which is text and nothing else wherever it stands.
func mdCode(s string) string {
	if s == "" {
		return ""
	}
	return "<code>" + mdEntities().Replace(Printable(clipTo(s, mostMarkdownText))) + "</code>"
}

// mdItem is an item of a list. An empty one would make a title of the line above.
func mdItem(s string) string { return "- " + cmp.Or(mdCode(s), "–") + "\n" }

func mdEntities() *strings.Replacer {
	pairs := []string{"www.", "www&#46;"}
	for _, c := range "&<>`*_[]|~@:$\\#" {
		pairs = append(pairs, string(c), fmt.Sprintf("&#%d;", c))
	}
	return strings.NewReplacer(pairs...)
}

// mdRow is a row of a table. The cells are safe already.
func mdRow(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

// mdHead is the title of a section and the head of its table.
func mdHead(title string, columns ...string) string {
	return "### " + title + "\n\n" + mdColumns(columns...)
}

// mdColumns is the head of a table; a column whose title ends in a colon is one of numbers.
func mdColumns(columns ...string) string {
	names, rules := make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		name, right := strings.CutSuffix(c, ":")
		names[i], rules[i] = name, "---"
		if right {
			rules[i] = "--:"
		}
	}
	return mdRow(names...) + mdRow(rules...)
}

// What is kept of a diff, in bytes.
const (
	mostDiff     = 3000
	mostDiffLine = 400
)

// mdDiff is a diff as a block of code, cut by whole lines. The fence is longer than any in the text, so that no text
// ends it.
func mdDiff(diff string) string {
	var b strings.Builder
	left := 0
	for line := range strings.Lines(diff) {
		line = clipBytes(printableLines(strings.TrimSuffix(line, "\n")), mostDiffLine)
		if left > 0 || b.Len()+len(line) > mostDiff {
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
