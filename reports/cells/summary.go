// Package cells formats the contents shared by the tables for a terminal and those in Markdown.
package cells

import (
	"fmt"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/overview"
)

// Suites returns the titles over the cells of Suite.
func Suites() []string {
	return []string{"suite", "cases", "failed", "calls", "changed", "fallbacks", "stale", "tokens"}
}

// Suite returns the numbers of a suite, or of all suites, after its name.
func Suite(name string, s *overview.Summary) []string {
	fallbacks := 0
	for _, f := range s.Fallbacks {
		fallbacks += f.Count
	}
	cells := []string{name}
	for _, n := range []int{s.Cases, s.Failed, s.Calls, s.Prompts.Differ(), fallbacks, s.Stale} {
		cells = append(cells, strconv.Itoa(n))
	}
	return append(cells, Tokens(s.Tokens.Prompt+s.Tokens.Output, s.Tokens.Estimated > 0))
}

// Tokens returns a number of tokens, marked if estimated.
func Tokens(n int, estimated bool) string {
	if estimated {
		return "~" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// Notes returns lines about the basis of the numbers.
func Notes(s *overview.Summary) []string {
	p, notes := s.Prompts, []string(nil)
	if p.Differ() > 0 {
		note := fmt.Sprintf("prompts: %d unchanged, %d changed, %d new, %d missing", p.Unchanged, p.Changed, p.New,
			p.Missing)
		if p.Conflicted > 0 {
			note += fmt.Sprintf(", %d conflicted", p.Conflicted)
		}
		notes = append(notes, note)
	}
	notes = append(notes, Matters(s)...)
	if s.Scripted > 0 {
		notes = append(notes, fmt.Sprintf("scripted: %s %s not from a model, %d of them a suite's otherwise",
			wording.Number(s.Scripted, "answer"), wording.Plural(s.Scripted, "is", "are"), s.Otherwise))
	}
	if s.Tokens.Estimated > 0 {
		notes = append(notes, fmt.Sprintf("tokens: %d of %d are estimates", s.Tokens.Estimated,
			s.Tokens.Prompt+s.Tokens.Output))
	}
	return notes
}

// Untested returns the goldens that were not compared, in words. name makes the name of a suite safe to print.
func Untested(u *overview.Untested, name func(string) string) []string {
	var words []string
	if n := u.Goldens(); n > 0 {
		words = append(words, wording.Count(n, "golden")+" not compared with anything")
	}
	return append(words, NotDriven(u, name)...)
}

// NotDriven returns those in suites left out since something else drives them.
func NotDriven(u *overview.Untested, name func(string) string) []string {
	var words []string
	for _, s := range u.NotDriven {
		text := fmt.Sprintf("not driven: %s of %s", wording.Count(s.Goldens, "golden"), name(s.Suite))
		if s.Elsewhere {
			text += " (ci: elsewhere)"
		}
		words = append(words, text)
	}
	return words
}

// Matters returns the notes that a person should not overlook.
func Matters(s *overview.Summary) []string {
	var notes []string
	add := func(n int, format string, args ...any) {
		if n > 0 {
			notes = append(notes, fmt.Sprintf(format, args...))
		}
	}
	number := func(n int, noun, one, many string) string {
		return wording.Number(n, noun) + wording.Plural(n, one, many)
	}
	were := func(n int) string { return number(n, "answer", " was", " were") }
	add(s.Forms, "forms: %s of request bodies %s; accept them with their cases",
		wording.Number(s.Forms, "file"), wording.Plural(s.Forms, "differs", "differ"))
	add(s.Stale, "stale: %s recorded for another request; beaver-eval record --stale asks again", were(s.Stale))
	add(s.Moved, "moved: %s recorded at another path", were(s.Moved))
	add(s.Carried, "carried: %s kept although %s prompt has changed",
		were(s.Carried), wording.Plural(s.Carried, "its", "their"))
	add(s.Imported, "imported: %s from elsewhere", number(s.Imported, "answer", " comes", " come"))
	add(s.Open, "open: %s no answer", number(s.Open, "call", " has", " have"))
	if s.Asked.Calls > 0 {
		notes = append(notes, Asked(s.Asked))
	}
	add(s.Prompts.NotCompared, "not compared: %s on an answer that only the server gave",
		number(s.Prompts.NotCompared, "prompt", " depends", " depend"))
	if s.Live > 0 {
		add(s.Unanswered, "tools: %s no result in the case", number(s.Unanswered, "call", " has", " have"))
	}
	add(s.Thought, "thoughts: %s with thoughts, which were set apart",
		number(s.Thought, "answer", " began", " began"))
	add(s.Skipped, "skipped: %s not supported by their system", number(s.Skipped, "case", " is", " are"))
	return notes
}
