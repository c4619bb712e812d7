package reports

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// JUnit says what a report for JUnit's readers holds.
type JUnit struct {
	// Places adds file and line to each test case, which GitLab and actions for GitHub read, and the schema of Jenkins'
	// xUnit plugin forbids.
	Places bool
	// Below is where the project lies in its repository, with which paths of files begin; empty: at its root.
	Below string
}

// Write writes a run's folder: a suite for each suite, a case for each case, and behind them the gates. The cases are
// read twice, first to count them: a suite's numbers stand before its cases.
func (j JUnit) Write(w io.Writer, folder string) error {
	info, err := ReadInfo(folder)
	if err != nil {
		return err
	}
	diffs := newJunitDiffs(info)
	counts, err := j.count(folder, info, diffs)
	if err != nil {
		return err
	}
	if err := diffs.read(folder); err != nil {
		return err
	}
	buffered := bufio.NewWriter(w)
	if _, err := io.WriteString(buffered, xml.Header); err != nil {
		return err
	}
	out := &junitWriter{enc: xml.NewEncoder(buffered), counts: counts}
	out.enc.Indent("", "  ")
	if err := out.begin("testsuites", "beaver-eval", total(counts), strconv.FormatFloat(info.Seconds, 'f', 3, 64), false); err != nil {
		return err
	}
	if err := j.cases(out, folder, info, diffs); err != nil {
		return err
	}
	if _, err := buffered.WriteString("\n"); err != nil {
		return err
	}
	return buffered.Flush()
}

// cases writes all suites, the gates with them, and what is still open.
func (j JUnit) cases(out *junitWriter, folder string, info *RunInfo, diffs *junitDiffs) error {
	err := eachCase(folder, func(c *exportCase) error { return out.write(c.Suite, j.ofCase(c, info, diffs)) })
	if err != nil {
		return err
	}
	for _, t := range ofRun(info) {
		if err := out.write(gatesSuite, t); err != nil {
			return err
		}
	}
	if err := out.close(); err != nil {
		return err
	}
	return out.enc.Flush()
}

// count goes through the cases for the numbers that stand before them, and for the diffs that stand in them: a run of
// equal suites is one.
func (j JUnit) count(folder string, info *RunInfo, diffs *junitDiffs) ([]junitCounts, error) {
	var all []junitCounts
	add := func(suite string, t junitCase) {
		if n := len(all); n == 0 || all[n-1].suite != suite {
			all = append(all, junitCounts{suite: suite})
		}
		all[len(all)-1].add(t)
	}
	err := eachCase(folder, func(c *exportCase) error {
		diffs.want(c)
		add(c.Suite, j.ofCase(c, info, diffs))
		return nil
	})
	for _, t := range ofRun(info) {
		add(gatesSuite, t)
	}
	return all, err
}

// ofCase is the test case of a case: an error where it could not run, else one failure for all that does not hold,
// since most readers show the first one alone.
func (j JUnit) ofCase(c *exportCase, info *RunInfo, diffs *junitDiffs) junitCase {
	t := junitCase{Class: xmlLine(c.Suite), Name: xmlLine(c.name()), Time: "0"}
	if j.Places && c.File != "" {
		t.File, t.Line = xmlLine(path.Join(j.Below, c.File)), strconv.Itoa(int(c.Line))
	}
	kind, failed, allowed := c.held(info.Gates)
	switch {
	case c.Status == string(result.StatusError):
		t.Error = outcome("error", slices.Concat(c.Errors, failed))
	case len(failed) > 0:
		t.Failure = outcome(kind, append(failed, diffs.of(c)...))
	case c.Status == string(result.StatusSkipped):
		t.Skipped = outcome("", []string{c.Skipped})
	}
	t.Output = xmlLines(strings.Join(slices.Concat(allowed, c.Warnings), "\n"))
	return t
}

// held tells what fails the case from what a dropped gate allows.
func (c *exportCase) held(gates []metric.Verdict) (kind string, failed, allowed []string) {
	for _, part := range []struct {
		kind, gate string
		lines      []string
	}{{"expectation", "expectations", c.Failures}, {"prompt", "goldens", c.differences()}} {
		switch {
		case len(part.lines) == 0:
		case Watched(gates, part.gate):
			kind, failed = cmp.Or(kind, part.kind), append(failed, part.lines...)
		default:
			allowed = append(allowed, part.lines...)
		}
	}
	return kind, failed, allowed
}
