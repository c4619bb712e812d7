// Package ci writes the report of a run for CI: JUnit's XML, annotations of GitHub Actions, one JSON object, and a page
// of Markdown.
package ci

import (
	"bufio"
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// JUnitOptions configure a report.
type JUnitOptions struct {
	// Places adds file and line to each test case, which GitLab and GitHub actions read, but the schema of Jenkins'
	// xUnit plugin forbids.
	Places bool
	// Below is the project's path in its repository, the prefix of file paths; empty: its root.
	Below string
}

// WriteJUnit writes a run: a suite for each suite, a case for each case, and then the gates. The cases are read twice,
// first to count them: a suite's numbers precede its cases.
func WriteJUnit(ctx context.Context, w io.Writer, run *stored.Run, o JUnitOptions) error {
	r := &report{run: run, options: o, diffs: overview.GateWatched(run.Gates, "goldens")}
	ahead, err := r.count(ctx)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriter(w)
	if _, err := io.WriteString(buffered, xml.Header); err != nil {
		return err
	}
	out := &writer{enc: xml.NewEncoder(buffered), ahead: ahead}
	out.enc.Indent("", "  ")
	seconds := strconv.FormatFloat(run.Seconds, 'f', 3, 64)
	if err := out.begin("testsuites", "beaver-eval", total(ahead), seconds, false); err != nil {
		return err
	}
	if err := r.cases(ctx, out); err != nil {
		return err
	}
	if _, err := buffered.WriteString("\n"); err != nil {
		return err
	}
	return buffered.Flush()
}

type report struct {
	run     *stored.Run
	options JUnitOptions
	diffs   bool // changed prompts fail the run: edits fail in their own suite
	causes  []testCase
}

// cases writes all suites, including the gates, and closes open elements.
func (r *report) cases(ctx context.Context, out *writer) error {
	with := rows.With{Edits: r.diffs}
	if r.diffs {
		with.Diffs = mostDiffs
	}
	err := r.run.Cases(ctx, with, func(c *rows.Case) error { return out.write(c.Suite, r.ofCase(c)) })
	if err != nil {
		return err
	}
	for _, t := range r.causes {
		if err := out.write(causesSuite, t); err != nil {
			return err
		}
	}
	for _, t := range ofRun(&r.run.Info) {
		if err := out.write(gatesSuite, t); err != nil {
			return err
		}
	}
	if err := out.close(); err != nil {
		return err
	}
	return out.enc.Flush()
}

// count counts the cases in advance: consecutive cases of one suite form a suite.
func (r *report) count(ctx context.Context) ([]counts, error) {
	var all []counts
	add := func(suite string, t testCase) {
		if n := len(all); n == 0 || all[n-1].suite != suite {
			all = append(all, counts{suite: suite})
		}
		all[len(all)-1].add(t)
	}
	var edits edit.Groups
	err := r.run.Cases(ctx, rows.With{Edits: r.diffs}, func(c *rows.Case) error {
		edits.Add(c.Suite, c.Case, c.Edits)
		add(c.Suite, r.ofCase(c))
		return nil
	})
	r.causes = ofCauses(edits.List())
	for _, t := range r.causes {
		add(causesSuite, t)
	}
	for _, t := range ofRun(&r.run.Info) {
		add(gatesSuite, t)
	}
	return all, err
}

// ofCase returns the test case of a case: an error if it could not run, else one failure with everything that fails,
// since most readers show only the first one. An edit fails once, for all cases: a case with no other problem is
// skipped, and names the causes.
func (r *report) ofCase(c *rows.Case) testCase {
	t := testCase{Class: xmlLine(c.Suite), Name: xmlLine(c.Name() + c.Nth()), Time: "0"}
	if r.options.Places && c.File != "" {
		t.File, t.Line = xmlLine(path.Join(r.options.Below, c.File)), strconv.Itoa(c.Line)
	}
	causes := causesOf(c)
	kind, failed, allowed := held(c, r.run.Gates)
	switch {
	case c.Status == result.StatusError:
		t.Error = outcome("error", slices.Concat(c.ErrorTexts(), failed))
	case len(failed) > 0:
		if r.diffs {
			failed = append(append(failed, named("causes: ", causes)...), diffs(c)...)
		}
		t.Failure = outcome(kind, failed)
	case r.diffs && len(causes) > 0:
		t.Skipped = outcome("", named("not judged separately: its prompts differ by edits that fail in the suite "+
			causesSuite+", ", causes))
	case c.Status == result.StatusSkipped:
		t.Skipped = outcome("", []string{c.Skipped})
	case c.Apart():
		t.Skipped = outcome("", []string{"quarantine " + c.Quarantine})
	}
	t.Output = xmlLines(strings.Join(slices.Concat(allowed, c.Warnings), "\n"))
	return t
}

// held separates what fails the case from what a dropped gate allows.
func held(c *rows.Case, gates []metric.Verdict) (kind string, failed, allowed []string) {
	for _, part := range []struct {
		kind, gate string
		lines      []string
	}{{"expectation", "expectations", c.Failures},
		{"prompt", "goldens", junitDifferences(c, overview.GateWatched(gates, "goldens"))}} {
		switch {
		case len(part.lines) == 0:
		case overview.GateWatched(gates, part.gate) && !(part.kind == "expectation" && c.Apart()):
			kind, failed = cmp.Or(kind, part.kind), append(failed, part.lines...)
		default:
			allowed = append(allowed, part.lines...)
		}
	}
	return kind, failed, allowed
}

// junitDifferences returns the unaccepted differences, a line each, except edits that fail separately: forms follow
// from the same edits.
func junitDifferences(c *rows.Case, edited bool) []string {
	var lines []string
	told := editedPaths(c)
	if !edited {
		told = nil
	}
	if c.Status == result.StatusOrphan {
		n := int(c.Sums.Missing)
		calls := wording.Number(n, "call") + wording.Plural(n, " is", " are")
		lines = append(lines, fmt.Sprintf("the case is gone, only its golden is left: %s missing", calls))
	}
	for _, change := range c.Differing() {
		if !told[change.Path] {
			lines = append(lines, change.String())
		}
	}
	if n := int(c.Sums.Forms); n > 0 && len(told) == 0 {
		files := wording.Number(n, "file") + " of request bodies "
		lines = append(lines, files+wording.Plural(n, "differs", "differ"))
	}
	return lines
}
