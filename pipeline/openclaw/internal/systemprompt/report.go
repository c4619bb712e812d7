package systemprompt

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// Report has the length of a prompt, and of the prefix that it shares with the session's previous one, which a provider
// can cache (O-8). Characters are units of UTF-16.
type Report struct {
	Sections   []Size  `json:"sections"`
	Characters int     `json:"characters"`
	Tokens     int     `json:"tokens"` // estimated
	Prefix     *Prefix `json:"prefix"` // null: the first prompt of the session
}

// Size is the length of a section, including the separator after it.
type Size struct {
	Name       string `json:"name"`
	Characters int    `json:"characters"`
	Tokens     int    `json:"tokens"`
}

// Prefix is the common prefix of a prompt and the previous one.
type Prefix struct {
	Characters int    `json:"characters"`
	Tokens     int    `json:"tokens"`
	Changed    string `json:"changed,omitempty"` // the first section that differs; empty: none does
	How        string `json:"how,omitempty"`     // text, added or removed
}

// How a section differs from the previous prompt.
const (
	ChangedText = "text"
	Added       = "added"
	Removed     = "removed"
)

// NewReport reports on a prompt. previous is nil for the first of a session; tokens estimates the tokens of a text.
func NewReport(sections, previous []pipeline.Section, tokens func(string) int) Report {
	r := Report{Sections: make([]Size, 0, len(sections))}
	for _, s := range sections {
		size := Size{Name: s.Name, Characters: jstext.Len(s.Text), Tokens: tokens(s.Text)}
		r.Sections = append(r.Sections, size)
		r.Characters += size.Characters
		r.Tokens += size.Tokens
	}
	if previous != nil {
		common := commonPrefix(content(sections), content(previous))
		r.Prefix = &Prefix{Characters: jstext.Len(common), Tokens: tokens(common)}
		r.Prefix.Changed, r.Prefix.How = firstChange(sections, previous)
	}
	return r
}

func content(sections []pipeline.Section) string {
	return pipeline.Message{Sections: sections}.Content()
}

// commonPrefix returns the common prefix of two texts, in whole characters.
func commonPrefix(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && !utf8.RuneStart(a[n]) {
		n--
	}
	return a[:n]
}

// firstChange returns the first section that differs. A separator that came or went with the end of the prompt does not
// count.
func firstChange(now, before []pipeline.Section) (name, how string) {
	i := 0
	for i < min(len(now), len(before)) && same(now[i], before[i]) {
		i++
	}
	switch {
	case i == len(now) && i == len(before):
		return "", ""
	case i == len(now):
		return before[i].Name, Removed
	case i == len(before):
		return now[i].Name, Added
	case now[i].Name == before[i].Name:
		return now[i].Name, ChangedText
	case !slices.ContainsFunc(now, func(s pipeline.Section) bool { return s.Name == before[i].Name }):
		return before[i].Name, Removed
	}
	return now[i].Name, Added
}

func same(a, b pipeline.Section) bool {
	return a.Name == b.Name && strings.TrimSuffix(a.Text, separator) == strings.TrimSuffix(b.Text, separator)
}
