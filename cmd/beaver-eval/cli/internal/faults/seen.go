package faults

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// writeSeen writes a table for each suite, to paste into a page: what the user would have seen, by fault and stage.
func writeSeen(b *strings.Builder, r *faults.AppReport) {
	for suite, rows := range bySuite(r.Rows) {
		var stages, names []string
		for _, row := range rows {
			if !slices.Contains(stages, row.Stage) {
				stages = append(stages, row.Stage)
			}
			if !slices.Contains(names, row.FaultName()) {
				names = append(names, row.FaultName())
			}
		}
		fmt.Fprintf(b, "\n## What the user of %s would have seen\n\n| fault | %s |\n| --- |%s\n",
			printable.MarkdownCode(suite), strings.Join(stages, " | "), strings.Repeat(" --- |", len(stages)))
		for _, name := range names {
			fmt.Fprintf(b, "| %s |", name)
			for _, stage := range stages {
				fmt.Fprintf(b, " %s |", seenOf(r, suite, stage, name))
			}
			b.WriteString("\n")
		}
	}
}

// bySuite yields the rows of each suite, which are adjacent.
func bySuite(all []faults.AppRow) func(yield func(string, []faults.AppRow) bool) {
	return func(yield func(string, []faults.AppRow) bool) {
		for len(all) > 0 {
			n := slices.IndexFunc(all, func(row faults.AppRow) bool { return row.Suite != all[0].Suite })
			if n < 0 {
				n = len(all)
			}
			if !yield(all[0].Suite, all[:n]) {
				return
			}
			all = all[n:]
		}
	}
}

// seenOf says what the user saw of a stage with a fault: each outcome once, the worst one first.
func seenOf(r *faults.AppReport, suite, stage, name string) string {
	var texts []string
	for _, c := range r.Worst() {
		of := faults.AppRow{Fault: c.BareFault(), Every: c.Every}
		if c.Suite != suite || c.Stage != stage || of.FaultName() != name {
			continue
		}
		if text := seen(c); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	const most = 2
	switch {
	case len(texts) == 0:
		return "–"
	case len(texts) > most:
		texts = append(texts[:most], "…")
	}
	return strings.Join(texts, "; ")
}

// seen says what the user saw of a cell.
func seen(c *faults.AppCell) string {
	switch c.Verdict {
	case result.AppAsIntended, result.AppRetried:
		return "what was intended"
	case result.AppCrashed:
		return "a crash"
	case result.AppHung:
		return "nothing, in time"
	case result.AppStillRetrying:
		return "nothing: it keeps asking"
	case result.AppEmptyReply:
		return "nothing"
	}
	if c.Reply == "" {
		return "no reply"
	}
	return printable.MarkdownCode(beginning(c.Reply))
}

// beginning returns as much of a reply as fits a cell of a table.
func beginning(reply string) string {
	const most = 60
	reply = strings.Join(strings.Fields(reply), " ")
	if r := []rune(reply); len(r) > most {
		return string(r[:most]) + "…"
	}
	return reply
}
