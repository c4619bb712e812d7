package server

import (
	"regexp"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// longestWords bounds, in bytes, how much of a server's message an error repeats.
const longestWords = 300

// local matches everything that differs from machine to machine: URLs, addresses with or without a port, and files.
// Servers name the ports of their runners, which differ even from one start to the next.
var local = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://[^\s"'<>]+` +
	`|\[[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*(?:%\w+)?\](?::\d+)?` +
	`|\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b` +
	`|\blocalhost\b(?::\d+)?|\b[\w-]+(?:\.[\w-]+)+:\d{2,5}\b|\b[\w-]+:\d{4,5}\b` +
	`|(?:~|\B)/[\w.@~-]+(?:/[\w.@~-]+)+` +
	`|\b[A-Za-z]:\\[^\s"'<>]+`)

// neutral returns a server's message in one line, without anything that differs from machine to machine: errors are
// recorded, and recordings are the same wherever they are made.
func neutral(words string) string {
	words, _ = pipeline.Repair(words)
	words = strings.Join(strings.Fields(local.ReplaceAllString(words, "…")), " ")
	if len(words) > longestWords {
		words = strings.ToValidUTF8(words[:longestWords], "") + "…"
	}
	return words
}
