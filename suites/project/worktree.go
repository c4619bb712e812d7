package project

import (
	"bytes"
	"regexp"
	"sync"
)

// Limits of the search of a work tree for lines of an application's prompts.
const (
	shortestSource = 12      // characters of a line
	largestSource  = 1 << 20 // bytes of a file
	mostSources    = 20_000  // files
	mostOfSources  = 64 << 20
)

// workTree holds the files that may contain an application's prompts. They are read once, at the first search.
type workTree struct {
	read  sync.Once
	files []sourceFile

	mu    sync.Mutex
	found map[string][]place

	lines promptLines
}

// PromptLine is a line of a file, without the blanks around it.
type PromptLine struct {
	File   string // as Project.Named gives it
	Number int    // from 1
	Text   string
}

// promptLines are the lines of the work tree's files of plain text. They are read once, at the first search.
type promptLines struct {
	read sync.Once
	at   map[string][]PromptLine // by text
	of   map[string][]PromptLine // by file
}

type sourceFile struct {
	path string // as Project.Named gives it
	text []byte
}

// place is the location of a line.
type place struct {
	file string
	line int
}

// find returns the first place of a text in each file that has it.
func (t *workTree) find(text []byte) []place {
	var all []place
	for _, f := range t.files {
		if i := f.find(text); i >= 0 {
			all = append(all, place{f.path, 1 + bytes.Count(f.text[:i], []byte("\n"))})
		}
	}
	return all
}

// find returns where a text begins in the file, but for lines of a diff: the output of an earlier run, which somebody
// has kept, is not where a prompt comes from. -1: nowhere.
func (f sourceFile) find(text []byte) int {
	for from := 0; ; {
		i := bytes.Index(f.text[from:], text)
		if i < 0 {
			return -1
		}
		at := from + i
		line := f.text[bytes.LastIndexByte(f.text[:at], '\n')+1 : at]
		if !beforeDiff.Match(line) {
			return at
		}
		from = at + len(text)
	}
}

// beforeDiff is what a line of a diff has before its text. A blank after - is not part of it: that is a list.
var beforeDiff = regexp.MustCompile(`(?:^|\s)(?:[-+]|\+\s+)$`)
