package ci

import (
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// annotation is a line that GitHub Actions shows beside a file of the repository.
type annotation struct {
	level   string // error or warning
	file    string // from the repository's root; empty: no file
	line    int
	title   string
	message string // may have lines
}

// String returns the annotation as a workflow command, always one line.
func (n annotation) String() string {
	var properties []string
	add := func(name, value string) {
		properties = append(properties, name+"="+commandProperty(value))
	}
	if n.file != "" {
		add("file", n.file)
		if n.line > 0 {
			add("line", strconv.Itoa(n.line))
		}
	}
	add("title", n.title)
	return "::" + n.level + " " + strings.Join(properties, ",") + "::" + commandData(n.message)
}

// commandData escapes what would end a workflow command. Other control characters are shown as escapes.
func commandData(s string) string {
	lines := strings.Split(strings.ToValidUTF8(s, "\ufffd"), "\n")
	for i, line := range lines {
		lines[i] = strings.ReplaceAll(printable.Line(strings.TrimSuffix(line, "\r")), "%", "%25")
	}
	return strings.ReplaceAll(strings.Join(lines, "%0A"), "##[", `##\[`)
}

// commandProperty also escapes what would end a property.
func commandProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(commandData(s))
}
