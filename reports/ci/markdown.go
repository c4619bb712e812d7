package ci

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
)

// marker is the first line of a run as Markdown: a job finds its own comment by it, to replace it.
const marker = "<!-- beaver-eval -->"

// WriteMarkdown writes a run for a job's summary or a comment: the verdict, changes and failures, and the failed gates;
// everything else is folded. It has less than 64 KB, and shows foreign text only as code.
func WriteMarkdown(ctx context.Context, w io.Writer, run *stored.Run) error {
	info, seen := &run.Info, overview.New(nil)
	seen.Restore(info)
	failing, changed, mistaken := newFailing(), newChanged(), newRouting()
	with := rows.With{Scores: hasRouting(info), Edits: true}
	err := run.Cases(ctx, with, func(c *rows.Case) error {
		seen.Add(c)
		failing.addCase(c)
		changed.addCase(c)
		mistaken.addCase(c)
		return nil
	})
	if err != nil {
		return err
	}
	changed.end(seen)
	mistaken.end()
	sections := []*section{
		droppedSection(info), &changed.section, &failing.section, failingGates(info), notesSection(seen),
		&mistaken.section, otherGates(info), suitesSection(seen), matricesSection(seen), fallbacksSection(seen),
		scoresSection(info),
	}
	_, err = io.WriteString(w, page(headline(info, seen), sections))
	return err
}

// headline returns the first line to read.
func headline(info *stored.Info, seen *overview.Overview) string {
	t := &seen.Total
	cases, calls := wording.Number(t.Cases, "case"), wording.Number(t.Calls, "call")
	const counts = "%s, %d failed · %s, %d with another prompt · exit code %d"
	lines := []string{
		marker, "## beaver-eval: " + verdictWords(info, t), "",
		fmt.Sprintf(counts, cases, t.Failed, calls, t.Prompts.Differ(), info.Exit) + growth(seen), "",
		fmt.Sprintf("Run %s, %.1f s", code(info.Name), info.Seconds), "",
	}
	return strings.Join(lines, "\n") + "\n"
}

// growth returns the number of tokens that all edits add to the prompts.
func growth(seen *overview.Overview) string {
	text := cells.Growth(seen.Growth(seen.Groups()))
	if text == "" {
		return ""
	}
	return " · " + text
}

func verdictWords(info *stored.Info, t *overview.Summary) string {
	failing := 0
	for _, v := range info.Gates {
		if s := overview.GateStateOf(v); s == overview.Failing || s == overview.Open {
			failing++
		}
	}
	switch {
	case info.Interrupted:
		return "interrupted; only the cases that had ended are here"
	case info.Exit == 3:
		return fmt.Sprintf("an internal error of the harness or of a system in %s", wording.Number(t.Bugs, "case"))
	case info.Exit == 2:
		return wording.Number(t.Errors, "case") + " could not be run"
	}
	text := "all gates hold"
	if failing > 0 {
		text = fmt.Sprintf("%d of %d gates fail", failing, len(info.Gates))
	}
	if info.Until.Short() {
		text = fmt.Sprintf("%s, by --until decided; %s", info.Until, text)
	}
	return text
}

// droppedSection names the dropped gates.
func droppedSection(info *stored.Info) *section {
	s := &section{what: "dropped gates", head: "**Dropped by --no-gate, and not evaluated:**\n\n"}
	for _, v := range info.Gates {
		if v.Dropped {
			s.add(item(overview.GateName(v)))
		}
	}
	return s
}

// suitesSection has a row for each suite, and the sum.
func suitesSection(seen *overview.Overview) *section {
	titles := []string{"suite", "cases:", "failed:", "calls:", "changed prompts:", "fallbacks:", "stale:", "tokens:"}
	s := &section{what: "suites"}
	s.head, s.foot = folded("Suites", titles...)
	for _, suite := range seen.Suites {
		s.add(tableRow(cells.Suite(code(suite.Name), &suite.Summary)...))
	}
	s.foot = tableRow(cells.Suite("**total**", &seen.Total)...) + s.foot
	return s
}

// notesSection has the notes about the numbers.
func notesSection(seen *overview.Overview) *section {
	s := &section{what: "notes"}
	notes := slices.Concat(cells.Untested(&seen.Untested, code), cells.Samples(seen, code), cells.Notes(&seen.Total))
	for _, note := range notes {
		s.add("- " + note + "\n")
	}
	return s
}

// fallbacksSection has only the guaranteed size of a section: with injected faults there are very many fallbacks, and
// few readers want them.
func fallbacksSection(seen *overview.Overview) *section {
	s := &section{what: "kinds of fallbacks", most: promised}
	s.head, s.foot = folded("Fallbacks", "stage", "reason", "taken:")
	for _, f := range seen.Total.Fallbacks {
		s.add(tableRow(code(f.Stage), code(string(f.Reason)), strconv.Itoa(f.Count)))
	}
	return s
}

// scoresSection returns the scores of each suite, with the same limit as fallbacks.
func scoresSection(info *stored.Info) *section {
	s := &section{what: "scores", most: promised}
	s.head, s.foot = folded("Scores", "suite", "score", "value:", "scores:", "as expected:", "unmeasured:", "marked:")
	s.foot = "\nMarked scores rest on stale, carried, imported or scripted answers.\n" + s.foot
	for _, suite := range info.Suites {
		for _, row := range cells.Scores(suite.Measures) {
			row[0] = code(row[0])
			s.add(tableRow(append([]string{code(suite.Suite)}, row...)...))
		}
	}
	return s
}
