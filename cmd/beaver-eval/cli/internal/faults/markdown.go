package faults

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// markdown prints the scorecard as a page of Markdown, with explanations of faults and verdicts.
func (a *app) markdown(r *faults.Report, stages []pipeline.Stage) error {
	var b strings.Builder
	b.WriteString("## The verdicts\n\n| verdict | says |\n| --- | --- |\n")
	for _, v := range result.Verdicts() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", v, v.Says())
	}
	b.WriteString(Expectations())
	b.WriteString(asks(stages))
	fmt.Fprintf(&b, "\n## Scorecard\n\n%d cases, %d cells, %d failing, seed %d. Stages, classes and faults count "+
		"answers that are read strictly or extracted; policies count all.\n", r.Cases, r.Cells, r.Failed, r.Seed)
	writeCounts(&b, "stage", slices.Sorted(maps.Keys(r.ByStage)), r.ByStage)
	writeCounts(&b, "class", classes(r.ByClass), r.ByClass)
	writeCounts(&b, "fault", inOrder(r.ByFault), r.ByFault)
	writeCounts(&b, "policy", policies(r.ByPolicy), byName(r.ByPolicy))
	for _, f := range r.Failing {
		call := printable.MarkdownCode(f.Suite + "/" + f.Case + "/" + f.Path)
		fmt.Fprintf(&b, "\n- %s: %s under %s: %s", call, f.Fault, f.Policy, f.Verdict)
	}
	_, err := a.Stdout.Write([]byte(b.String()))
	return err
}

// Expectations returns the table of a stage's expected reports of each fault, by policy.
func Expectations() string {
	var b strings.Builder
	b.WriteString("\n## What is expected\n\n| fault | what goes wrong | strict | extract | repair |\n" +
		"| --- | --- | --- | --- | --- |\n")
	example := pipeline.Stage{Reads: pipeline.ReadsJSON, Reasons: []pipeline.Reason{"its own"}}
	for _, f := range fault.OfSystems() {
		fmt.Fprintf(&b, "| `%s` | %s |", f.Name, f.Says)
		for _, p := range []pipeline.Policy{pipeline.Strict, pipeline.Extract, pipeline.Mend} {
			fmt.Fprintf(&b, " %s |", reasonsText(f.Expects(example, p)))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// asks returns the table of each stage's number of tries for one decision.
func asks(stages []pipeline.Stage) string {
	var b strings.Builder
	b.WriteString("\n| stage | asks | again for | falls back to |\n| --- | ---: | --- | --- |\n")
	for _, st := range stages {
		tries, again := "no call", ""
		if st.Calls {
			tries, again = strconv.Itoa(max(st.Tries, 1)), reasonsText(st.Again)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", st.Name, tries, again, st.Fallback)
	}
	return b.String()
}

func reasonsText(reasons []pipeline.Reason) string {
	var words []string
	for _, r := range reasons {
		if r == fault.Nothing {
			r = "nothing"
		}
		words = append(words, string(r))
	}
	return strings.Join(words, ", ")
}

// writeCounts writes a table with a column for each verdict that any row has.
func writeCounts(b *strings.Builder, by string, rows []string, of map[string]faults.Counts) {
	shown := verdictsOf(rows, of)
	fmt.Fprintf(b, "\n| %s | cells |", by)
	for _, v := range shown {
		fmt.Fprintf(b, " %s |", v)
	}
	b.WriteString("\n| --- |" + strings.Repeat(" ---: |", len(shown)+1) + "\n")
	for _, row := range rows {
		line := countLine(of[row], shown)
		fmt.Fprintf(b, "| %s | %s |\n", row, strings.Join(line, " | "))
	}
}
