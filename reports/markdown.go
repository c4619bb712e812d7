package reports

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/plural"
)

// MarkdownMarker is the first line of a run as Markdown: a program finds its own comment by it, to replace it.
const MarkdownMarker = "<!-- beaver-eval -->"

// Markdown writes a run's folder for a job's summary or a comment: the verdict, gates and suites, what failed and what
// changed, and what the numbers rest on. It has less than 64 KB, and shows nothing foreign but as code.
func Markdown(w io.Writer, folder string) error {
	info, err := ReadInfo(folder)
	if err != nil {
		return err
	}
	sums, failing, changed := &Summaries{}, newMdFailing(), newMdChanged()
	err = eachCase(folder, func(c *exportCase) error {
		sums.add(&c.caseRow)
		failing.addCase(c)
		changed.addCase(c)
		return nil
	})
	if err != nil {
		return err
	}
	if err := changed.close(folder); err != nil {
		return err
	}
	routing, err := newMdRouting(folder, info)
	if err != nil {
		return err
	}
	sections := []*mdSection{
		mdDropped(info), mdNotes(sums), mdGates(info), mdSuites(sums), &failing.mdSection, &changed.mdSection,
		&routing.mistaken, &routing.matrices, mdFallbacks(sums), mdScores(info),
	}
	_, err = io.WriteString(w, mdPage(mdVerdict(info, sums), sections))
	return err
}

// mdVerdict is the first thing to read.
func mdVerdict(info *RunInfo, sums *Summaries) string {
	t := &sums.Total
	lines := []string{
		MarkdownMarker, "## beaver-eval: " + verdictWords(info, t), "",
		fmt.Sprintf("%s, %d failed · %s, %d with another prompt · exit code %d", plural.Number(t.Cases, "case"), t.Failed, plural.Number(t.Calls, "call"), t.Prompts.Differ(), info.Exit), "",
		fmt.Sprintf("Run %s, %.1f s", mdCode(info.Run), info.Seconds), "",
	}
	return strings.Join(lines, "\n") + "\n"
}

func verdictWords(info *RunInfo, t *Summary) string {
	failing := 0
	for _, v := range info.Gates {
		if !v.Holds && !v.Dropped {
			failing++
		}
	}
	switch {
	case info.Interrupted:
		return "interrupted; what had ended is here"
	case info.Exit == 3:
		return fmt.Sprintf("a fault of the harness or of a system in %s", plural.Number(t.Bugs, "case"))
	case info.Exit == 2:
		return plural.Number(t.Errors, "case") + " could not be run"
	case failing > 0:
		return fmt.Sprintf("%d of %d gates fail", failing, len(info.Gates))
	}
	return "all gates hold"
}

// mdDropped names the gates that nobody looked at.
func mdDropped(info *RunInfo) *mdSection {
	s := &mdSection{what: "dropped gates", head: "**Dropped by --no-gate, and not looked at:**\n\n"}
	for _, v := range info.Gates {
		if v.Dropped {
			s.add(mdItem(gateName(v)))
		}
	}
	return s
}

// mdSuites has a row for each suite, and the sum.
func mdSuites(sums *Summaries) *mdSection {
	s := &mdSection{
		what: "suites", head: mdHead("Suites", "suite", "cases:", "failed:", "calls:", "changed prompts:", "fallbacks:", "stale:", "tokens:"),
	}
	for _, n := range sums.suites {
		cells := n.row(n.name, "")
		cells[0] = mdCode(n.name)
		s.add(mdRow(cells[:8]...))
	}
	s.foot = mdRow(sums.Total.row("**total**", "")[:8]...)
	return s
}

// mdNotes say what the numbers rest on.
func mdNotes(sums *Summaries) *mdSection {
	s := &mdSection{what: "notes"}
	for _, note := range sums.Total.Notes() {
		s.add("- " + note + "\n")
	}
	return s
}

func mdFallbacks(sums *Summaries) *mdSection {
	s := &mdSection{what: "kinds of fallbacks", head: mdHead("Fallbacks", "stage", "reason", "taken:")}
	for _, f := range sums.Total.Fallbacks {
		s.add(mdRow(mdCode(f.Stage), mdCode(string(f.Reason)), strconv.Itoa(f.Count)))
	}
	return s
}

// mdScores are folded: most readers want the gates alone.
func mdScores(info *RunInfo) *mdSection {
	head := mdColumns("suite", "score", "value:", "scores:", "as expected:", "unmeasured:", "marked:")
	s := &mdSection{
		what: "scores", head: "<details><summary>Scores</summary>\n\n" + head,
		foot: "\nMarked scores rest on stale, carried, imported or scripted answers.\n\n</details>\n",
	}
	for _, suite := range info.Suites {
		for _, row := range scoreCells(suite.Measures) {
			row[0] = mdCode(row[0])
			s.add(mdRow(append([]string{mdCode(suite.Suite)}, row...)...))
		}
	}
	return s
}
