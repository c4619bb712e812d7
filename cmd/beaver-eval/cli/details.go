package cli

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports"
	"github.com/beaver-eval/beaver-eval/suites/plural"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// maxShown is how many cases with changed prompts are shown in full; a template that stands in all of them would fill
// screens.
const maxShown = 10

// details prints what there is to say of single cases, above the table.
type details struct {
	w      *door
	colour bool
	shown  int
	more   int
}

func (d *details) add(r *result.Result) {
	name := r.Suite + "/" + r.Case
	for _, err := range r.Errors {
		fmt.Fprintf(d.w, "error    %s\n%s", reports.Printable(name), indent(err.Error()))
		if miss, ok := errors.AsType[*runner.UnansweredError](err); ok {
			fmt.Fprint(d.w, indent(explainMiss(miss)))
		}
		if p, ok := errors.AsType[*pipeline.PanicError](err); ok {
			fmt.Fprint(d.w, indent(string(p.Stack)))
		}
	}
	for _, f := range r.Failures {
		fmt.Fprintf(d.w, "failed   %s\n%s", reports.Printable(name), indent(f))
	}
	if len(r.Warnings) > 0 {
		fmt.Fprintf(d.w, "warning  %s\n%s", reports.Printable(name), indent(strings.Join(r.Warnings, "\n")))
	}
	if r.Skipped != "" {
		fmt.Fprintf(d.w, "skipped  %s: %s\n", reports.Printable(name), reports.Printable(r.Skipped))
	}
	if r.Unclaimed {
		return // the run's end names the folder once
	}
	for _, f := range r.Forms {
		fmt.Fprintf(d.w, "form     %s  %s: %s, a consequence\n", reports.Printable(name), f.File, f.Status)
	}
	d.stale(name, r)
	d.changes(name, r)
}

func (d *details) stale(name string, r *result.Result) {
	if r.Trace == nil {
		return
	}
	for _, c := range r.Trace.Calls() {
		if c.Origin.Match == pipeline.MatchStale {
			fmt.Fprintf(d.w, "stale    %s  %s\n", reports.Printable(name), reports.Printable(c.Path))
		}
	}
}

func (d *details) changes(name string, r *result.Result) {
	counts := map[result.PromptStatus]int{}
	for _, c := range r.Changes {
		counts[c.Status]++
	}
	if len(r.Changes) == counts[result.Unchanged] {
		return
	}
	if d.shown == maxShown {
		d.more++
		return
	}
	d.shown++
	if counts[result.New] == len(r.Changes) {
		fmt.Fprintf(d.w, "new      %s  %s, no golden yet\n", reports.Printable(name), plural.Number(counts[result.New], "call"))
		return
	}
	if r.Status == result.StatusOrphan {
		fmt.Fprintf(d.w, "missing  %s  %s of a case that is no more (%s)\n", reports.Printable(name), plural.Number(len(r.Changes), "call"), r.Golden)
		return
	}
	fmt.Fprintf(d.w, "changed  %s\n", reports.Printable(name))
	for _, c := range r.Changes {
		d.diff(c.Text)
	}
}

// diff prints the lines of a diff, those of a terminal in colours.
func (d *details) diff(text string) {
	for line := range strings.Lines(text) {
		d.w.paint(d.colourOf(line))
		fmt.Fprint(d.w, indent(line))
	}
	d.w.paint("")
}

func (d *details) colourOf(line string) string {
	const red, green = "\x1b[31m", "\x1b[32m"
	switch {
	case d.colour && strings.HasPrefix(line, "-"):
		return red
	case d.colour && strings.HasPrefix(line, "+"):
		return green
	}
	return ""
}

func (d *details) flush() error {
	if d.more > 0 {
		fmt.Fprintf(d.w, "… and %d more %s with other prompts; --case shows one of them\n", d.more, plural.Choose(d.more, "case", "cases"))
	}
	if d.shown > 0 {
		fmt.Fprintln(d.w)
	}
	return d.w.flush()
}

func indent(text string) string {
	if text == "" {
		return ""
	}
	text = strings.TrimSuffix(text, "\n")
	return "  " + strings.ReplaceAll(text, "\n", "\n  ") + "\n"
}

// explainMiss says how to mend a miss: the lines to paste, and how the request differs from the nearest recording.
func explainMiss(miss *runner.UnansweredError) string {
	var b strings.Builder
	if miss.Want != nil {
		fmt.Fprintf(&b, "against the recording of %s:\n", reports.Printable(miss.Nearest))
		for _, c := range goldens.Compare(oneCall(miss.Path, *miss.Want), oneCall(miss.Path, miss.Got)) {
			b.WriteString(c.Text())
		}
	}
	place, below, _ := strings.Cut(miss.Path, "/")
	where := "under " + place
	if n, ok := strings.CutPrefix(place, "turn-"); ok {
		where = "in turn " + n
	}
	fmt.Fprintf(&b, "to answer it by hand, add to %s:%d, %s:\n", miss.File, miss.Line, where)
	if answer := fixtures.AnswerText(miss.Example); path.Ext(miss.File) == ".jsonl" {
		fmt.Fprintf(&b, "  \"answers\": {%s: %s}\n", pipeline.AppendJSONString(nil, below), answer)
	} else {
		fmt.Fprintf(&b, "  answers:\n    %s: %s\n", below, answer)
	}
	return b.String()
}

// oneCall is a request as a golden of its own. Recordings know no sections: both sides are compared by content.
func oneCall(path string, req pipeline.Request) *goldens.File {
	var ms []pipeline.Message
	for _, m := range req.Messages {
		text := m.Content()
		m.Sections = []pipeline.Section{{Name: "content", Text: text}}
		ms = append(ms, m)
	}
	return &goldens.File{Calls: []goldens.Call{{Path: path, Stage: req.Stage, Messages: ms, Tools: req.Tools, Format: req.Format}}}
}
