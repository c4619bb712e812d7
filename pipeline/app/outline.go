// The outline of a prompt is the sections that its writer gave it: Markdown headings, blocks in XML tags, and lines
// that are only a label, such as "Output format:".
//
// So a change of a prompt shows in the section it touches, though the program that sent it knows no sections. Any text
// has an outline, found in time linear in its length.

package app

import (
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// fewLines is the number of non-blank lines below which a text is split only at headings.
const fewLines = 3

// SectionsMode is auto, which begins a section at each Markdown heading, XML tag and line such as "Rules:", or none,
// which leaves a message whole.
type SectionsMode string

// The modes.
const (
	Auto SectionsMode = "auto" // as Split does
	None SectionsMode = "none" // no splitting
)

// Split replaces each section named Content by the sections of its text in mode Auto, and leaves all others as they
// are. Other modes leave every section.
func (m SectionsMode) Split(sections []pipeline.Section) []pipeline.Section {
	if m != Auto {
		return sections
	}
	all := make([]pipeline.Section, 0, len(sections))
	for _, s := range sections {
		parts := []pipeline.Section{s} // with the known sources of its text
		if s.Name == Content {
			if found := SplitSections(s.Text); len(found) > 1 || found[0].Name != Content {
				parts = found
			}
		}
		all = append(all, parts...)
	}
	return all
}

// SplitSections returns the sections of a text, at least one, which concatenate to the text. A part that no heading,
// tag or label names is called Content. The second section of a name is called "Rules (2)".
func SplitSections(text string) []pipeline.Section {
	marks, headed := marksOf(text)
	if len(marks) == 0 || !headed && isShort(text) {
		return []pipeline.Section{{Name: Content, Text: text}}
	}
	switch first := marks[0].at; {
	case isBlank(text[:first]):
		marks[0].at = 0
	default:
		marks = append([]mark{{0, Content}}, marks...)
	}
	names := make(numbering, len(marks))
	sections := make([]pipeline.Section, len(marks))
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1].at
		}
		sections[i] = pipeline.Section{Name: names.unique(m.name), Text: text[m.at:end]}
	}
	return sections
}

// isShort reports whether a text has so few lines that a label or tag in it is no outline.
func isShort(text string) bool {
	n := 0
	for at := 0; at < len(text) && n < fewLines; {
		l := lineAt(text, at)
		if at = l.end; !isBlank(l.text) {
			n++
		}
	}
	return n < fewLines
}

// numbering distinguishes sections of one name. It maps each used name to its last number.
type numbering map[string]int

func (n numbering) unique(name string) string {
	last, taken := n[name]
	if !taken {
		n[name] = 1
		return name
	}
	for {
		last++
		numbered := name + " (" + strconv.Itoa(last) + ")"
		if _, taken := n[numbered]; !taken {
			n[name], n[numbered] = last, 1
			return numbered
		}
	}
}
