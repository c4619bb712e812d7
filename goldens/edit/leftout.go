package edit

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Known is what is known of a case beside its calls. It is asked only where a change could be explained by it.
type Known struct {
	Texts  func() []string // what the case and its answers say, shown in a prompt or not
	Skills func() []string // names of the skills that it has
}

// sources are the texts that a case's prompts are made of as they are now.
type sources struct {
	known *Known
	new   *goldens.File
	made  bool
	all   [][]string // of each text the beginnings of its lines
}

const (
	longestBeginning  = 40 // runes of a line by which it is known, since prompts may cut it off
	shortestBeginning = 2
)

// beginnings gives the texts, read once.
func (s *sources) beginnings() [][]string {
	if s.made {
		return s.all
	}
	s.made = true
	seen := map[string]bool{}
	add := func(text string) {
		if text == "" || seen[text] {
			return
		}
		seen[text] = true
		var lines []string
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if runes := []rune(line); len(runes) > longestBeginning {
				line = string(runes[:longestBeginning])
			}
			if utf8.RuneCountInString(line) >= shortestBeginning {
				lines = append(lines, line)
			}
		}
		if len(lines) > 0 {
			s.all = append(s.all, lines)
		}
	}
	if s.known != nil && s.known.Texts != nil {
		for _, text := range s.known.Texts() {
			add(text)
		}
	}
	for _, piece := range valuesOf(s.new) {
		add(piece)
	}
	return s.all
}

// valuesOf are the texts of cases, answers and tools in the calls of a file.
func valuesOf(f *goldens.File) []string {
	var all []string
	for _, call := range f.Calls {
		for _, m := range call.Messages {
			for _, s := range m.Sections {
				for _, p := range s.Pieces() {
					switch p.Source.Kind {
					case pipeline.TextCase, pipeline.TextAnswer, pipeline.TextTool:
						all = append(all, p.Text)
					}
				}
			}
		}
	}
	return all
}

// has reports whether a line shows something that the sources still say.
func (s *sources) has(line string) bool {
	return slices.ContainsFunc(s.beginnings(), func(text []string) bool {
		return slices.ContainsFunc(text, func(begin string) bool { return holds(line, begin) })
	})
}

// entries counts the texts of the sources that a text shows.
func (s *sources) entries(text string) int {
	n := 0
	for _, known := range s.beginnings() {
		if holds(text, known[0]) {
			n++
		}
	}
	return n
}

// holds reports whether a text has some words, not as a part of longer ones.
func holds(text, words string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], words)
		if i < 0 {
			return false
		}
		i += from
		if wordEnds(text, i) && wordEnds(text, i+len(words)) || len(words) >= longestBeginning {
			return true
		}
		from = i + 1
	}
}

// leftOut is a part of a list that shows fewer entries, as one of the program where the sources of all that is gone still
// say it: then neither case nor answer has changed, and what puts the list together has left them out.
func (c *comparison) leftOut(p Part, old, new string) Part {
	switch p.Source.Kind {
	case pipeline.TextTemplate, pipeline.TextSkill, pipeline.TextFormat:
		return p
	case pipeline.TextUnclear:
		if p.Source.Name != "" { // a template's, see removedFrom
			return p
		}
	}
	if p.Change != Changed && p.Change != Removed || p.Tool != "" || len(p.Hunks) == 0 {
		return p
	}
	was := map[string]bool{}
	for line := range strings.Lines(old) {
		was[strings.TrimSuffix(line, "\n")] = true
	}
	gone := 0
	for _, h := range p.Hunks {
		if slices.ContainsFunc(h.New, func(line string) bool { return !was[line] }) {
			return p
		}
		for _, line := range h.Old {
			switch {
			case strings.TrimSpace(line) == "" || slices.Contains(h.New, line):
			case !c.sources.has(line):
				return p
			default:
				gone++
			}
		}
	}
	before, after := c.sources.entries(old), c.sources.entries(new)
	if gone == 0 || after >= before {
		return p
	}
	p.Change, p.Source, p.Entries = LeftOut, code, [2]int{before, after}
	p.identify()
	return p
}
