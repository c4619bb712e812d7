package project

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Limits of the search of what programs have written.
const (
	largestState = 16 << 20 // bytes of a file
	mostStates   = 200      // files
)

// State is what a suite's programs have written in the project's folder, read to find lines of prompts in it. The zero
// value is nothing.
type State struct {
	names map[string]bool
	files []sourceFile
}

// Find returns the first file that has a line of a prompt, verbatim or in a JSON string, and the number of its line; 0:
// the file has no lines.
func (s *State) Find(text string) (file string, line int) {
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) < shortestSource {
		return "", 0
	}
	escaped := jsonvalue.Escape(text)
	for _, f := range s.files {
		for _, form := range []string{text, escaped, inASCII(escaped)} {
			i := bytes.Index(f.text, []byte(form))
			switch {
			case i < 0:
				continue
			case bytes.IndexByte(f.text[:min(len(f.text), 8000)], 0) >= 0: // a database
				return f.path, 0
			}
			return f.path, 1 + bytes.Count(f.text[:i], []byte("\n"))
		}
	}
	return "", 0
}

// inASCII returns the inside of a JSON string with everything else escaped, as Python writes it.
func inASCII(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}
