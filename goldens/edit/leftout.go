package edit

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Known is what is known about a case beside its calls. It is used only if it could explain a change.
type Known struct {
	Texts  func() []string // texts of the case and its answers, in a prompt or not
	Skills func() []string // names of its skills

	// Locate finds the file of a prompt's line, unless that is a template: an application's own, or a skill's. Empty:
	// unknown.
	Locate func(source pipeline.TextSource, line string) (file string, at int)
}

// sources are the current texts of which a case's prompts are made.
type sources struct {
	known *Known
	new   *goldens.File
	made  bool
	all   [][]beginning    // of the lines of each text
	lines map[string]match // cache by line: the calls of a case repeat lines
}

// match says whether a line shows text that the sources still have, and whether one of their texts begins in it.
type match struct{ shown, begins bool }

// beginning is the beginning of a text's line: verbatim, and only its words, since a prompt may quote, escape or
// truncate it.
type beginning struct{ text, words string }

const (
	longestBeginning  = 40 // runes
	shortestBeginning = 2
	shortestWords     = 6 // bytes of words searched for without the characters between them
)

// beginnings returns the beginnings of the texts, read once.
func (s *sources) beginnings() [][]beginning {
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
		var lines []beginning
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if runes := []rune(line); len(runes) > longestBeginning {
				line = string(runes[:longestBeginning])
			}
			if utf8.RuneCountInString(line) >= shortestBeginning {
				lines = append(lines, beginning{line, onlyWords(line)})
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

// valuesOf returns the texts of cases, answers and tools in the calls of a file.
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

// match looks for the texts of the sources in a line.
func (s *sources) match(line string) match {
	m, known := s.lines[line]
	if known {
		return m
	}
	words := onlyWords(line)
	for _, text := range s.beginnings() {
		if text[0].in(line, words) {
			m = match{true, true}
			break
		}
		m.shown = m.shown || slices.ContainsFunc(text, func(b beginning) bool { return b.in(line, words) })
	}
	if s.lines == nil {
		s.lines = map[string]match{}
	}
	s.lines[line] = m
	return m
}

// entries counts the lines of a text in which a text of the sources begins.
func (s *sources) entries(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		if s.match(strings.TrimSuffix(line, "\n")).begins {
			n++
		}
	}
	return n
}

// wordsByLine returns the words of the lines of a text.
func wordsByLine(text string) map[string]bool {
	all := map[string]bool{"": true}
	for line := range strings.Lines(text) {
		all[onlyWords(line)] = true
	}
	return all
}

// onlyWords returns a line without the frame of a list entry: blanks, brackets, commas.
func onlyWords(line string) string {
	return strings.Map(func(r rune) rune {
		if isWord(r) {
			return r
		}
		return -1
	}, line)
}

// in reports whether a line with these words contains the beginning; a short one not within longer words.
func (b beginning) in(line, words string) bool {
	if len(b.words) >= shortestWords {
		return strings.Contains(words, b.words)
	}
	for from := 0; ; {
		i := strings.Index(line[from:], b.text)
		if i < 0 {
			return false
		}
		i += from
		if wordEnds(line, i) && wordEnds(line, i+len(b.text)) {
			return true
		}
		from = i + 1
	}
}

// leftOut attributes a part of a list with fewer entries to the program if the sources still have all lost entries:
// then neither case nor answer has changed, and the program's code has left them out.
func (s *sources) leftOut(p Part, old, new string) Part {
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
	was, is := wordsByLine(old), wordsByLine(new)
	gone := 0
	for _, h := range p.Hunks {
		if slices.ContainsFunc(h.New, func(line string) bool { return !was[onlyWords(line)] }) {
			return p
		}
		for _, line := range h.Old {
			switch words := onlyWords(line); {
			case words == "" || is[words]:
			case !s.match(line).shown:
				return p
			default:
				gone++
			}
		}
	}
	if gone == 0 {
		return p
	}
	before, after := s.entries(old), s.entries(new)
	if after >= before { // replaced by other entries
		return p
	}
	p.Change, p.Source, p.Entries = LeftOut, code, [2]int{before, after}
	p.identify()
	return p
}
