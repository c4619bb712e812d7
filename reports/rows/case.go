package rows

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Case is one case of a run as every report receives it. NewCase makes it during the run, Read makes it from a stored
// run, without the texts of messages, answers and tools, and without the prompts that equal their goldens.
type Case struct {
	*result.Result
	Sums Sums

	Answers  []Answer // only as Read makes it
	Undiffed int      // changed calls whose diffs exceed the requested number
}

// Green reports whether the case finished with everything as accepted and expected.
func (c *Case) Green() bool {
	return Green(c.Status, int32(c.Sums.Differ())+c.Sums.Forms)
}

// Green is Case.Green for a case with this status and so many differing prompts and forms.
func Green(status result.Status, differing int32) bool {
	switch status {
	case result.StatusFailed, result.StatusError, result.StatusOrphan:
		return false
	}
	return differing == 0
}

// Sums holds the numbers of a case: over its calls by prompt, by origin of the answer, and in tokens.
type Sums struct {
	Turns           int32      `parquet:"turns"`
	Calls           int32      `parquet:"calls"`
	Unchanged       int32      `parquet:"prompts_unchanged"`
	Changed         int32      `parquet:"prompts_changed"`
	New             int32      `parquet:"prompts_new"`
	Missing         int32      `parquet:"prompts_missing"`
	NotCompared     int32      `parquet:"prompts_not_compared"`
	Conflicted      int32      `parquet:"prompts_conflicted"`
	TokensPrompt    int64      `parquet:"tokens_prompt"`
	TokensOutput    int64      `parquet:"tokens_output"`
	TokensEstimated int64      `parquet:"tokens_estimated"`
	Fallbacks       []Fallback `parquet:"fallbacks,list"`
	Asked           []askedRow `parquet:"asked,list"`
	Stale           int32      `parquet:"calls_stale"`
	Moved           int32      `parquet:"calls_moved"`
	Carried         int32      `parquet:"calls_carried"`
	Imported        int32      `parquet:"calls_imported"`
	Scripted        int32      `parquet:"calls_scripted"`
	Otherwise       int32      `parquet:"calls_otherwise"`
	Missed          int32      `parquet:"calls_missed"`
	Live            int32      `parquet:"calls_live"`
	Thought         int32      `parquet:"calls_thought"`
	Unanswered      int32      `parquet:"tools_unanswered"`
	Forms           int32      `parquet:"forms_differing"`
}

// Fallback says that a stage took its fallback, and why.
type Fallback struct {
	Path   string `parquet:"path,dict"`
	Stage  string `parquet:"stage,dict"`
	Reason string `parquet:"reason,dict"`
	Tries  int32  `parquet:"tries"`
	Detail string `parquet:"detail"`
}

// askedRow says how often a stage was asked to decide.
type askedRow struct {
	Stage string `parquet:"stage,dict"`
	Times int32  `parquet:"times"`
}

// NewCase counts what a result holds.
func NewCase(res *result.Result) *Case {
	c := &Case{Result: res, Sums: Sums{Forms: int32(len(res.Forms))}}
	c.Sums.prompts(res.Changes)
	if res.Trace == nil {
		return c
	}
	c.Sums.Turns = int32(len(res.Trace.Outcomes))
	for _, a := range res.Trace.Decisions() {
		c.Sums.Asked = append(c.Sums.Asked, askedRow{a.Stage, int32(a.Times)})
	}
	for _, s := range res.Trace.Steps {
		if s.Call != nil {
			c.Sums.call(s.Call)
		}
		if s.Tool != nil && s.Tool.Result.From == pipeline.FromNobody {
			c.Sums.Unanswered++
		}
		if s.Kind == pipeline.EntryFallback {
			c.Sums.Fallbacks = append(c.Sums.Fallbacks, fallbacksOf(s.Path, []pipeline.Fallback{*s.Fallback})...)
		}
	}
	return c
}

// prompts counts calls by the status of their messages arrays.
func (n *Sums) prompts(changes []result.Change) {
	for _, c := range changes {
		switch c.Status {
		case result.Unchanged:
			n.Unchanged++
		case result.Changed:
			n.Changed++
		case result.New:
			n.New++
		case result.Missing:
			n.Missing++
		case result.NotCompared:
			n.NotCompared++
		case result.Conflicted:
			n.Conflicted++
		}
	}
}

// Differ returns the number of calls whose prompts differ from their golden.
func (n *Sums) Differ() int { return int(n.Changed + n.New + n.Missing + n.Conflicted) }

// call adds a call to the sums.
func (n *Sums) call(c *trace.Call) {
	n.Calls++
	n.TokensPrompt += int64(c.Tokens.Prompt)
	n.TokensOutput += int64(c.Tokens.Output)
	n.TokensEstimated += int64(c.Tokens.Estimated)
	for _, k := range []struct {
		n  *int32
		is bool
	}{
		{&n.Missed, c.Missed},
		{&n.Live, c.Origin.Match == pipeline.MatchLive && c.Failure == nil},
		{&n.Thought, slices.Contains(c.Marks, trace.MarkThought)},
		{&n.Stale, c.Origin.Match == pipeline.MatchStale},
		{&n.Moved, c.Origin.Match == pipeline.MatchMoved},
		{&n.Otherwise, c.Origin.Match == pipeline.MatchOtherwise},
		{&n.Imported, c.Origin.Source == pipeline.SourceImported},
		{&n.Scripted, c.Origin.Source == pipeline.SourceScripted},
		{&n.Carried, c.Origin.Carried},
	} {
		if k.is {
			*k.n++
		}
	}
}

// Name returns the name of the case; for an unreadable one, its place.
func (c *Case) Name() string {
	if c.Case == c.File && c.Line > 0 {
		return c.File + ":" + strconv.Itoa(c.Line)
	}
	return c.Case
}

// Title names the case with its suite, and which sample it is.
func (c *Case) Title() string { return c.Suite + "/" + c.Case + c.Nth() }

// Nth says which sample of its case it is, behind a blank; empty: the first or only one.
func (c *Case) Nth() string {
	if c.Sample == 0 {
		return ""
	}
	return fmt.Sprintf(" (sample %d)", c.Sample)
}

// Apart reports whether the case fails in quarantine, which fails no gate.
func (c *Case) Apart() bool { return c.Status == result.StatusFailed && c.Quarantine != "" }

// Differing returns the calls whose prompts differ from their golden.
func (c *Case) Differing() []result.Change {
	var all []result.Change
	for _, change := range c.Changes {
		if change.Status.Differs() {
			all = append(all, change)
		}
	}
	return all
}

// StaleCalls returns the paths of the calls whose answers were recorded for another request.
func (c *Case) StaleCalls() []string {
	if c.Trace == nil {
		return nil
	}
	var paths []string
	for _, call := range c.Trace.Calls() {
		if call.Origin.Match == pipeline.MatchStale {
			paths = append(paths, call.Path)
		}
	}
	return paths
}

// ErrorTexts returns the messages of the errors that stopped the case.
func (c *Case) ErrorTexts() []string {
	var texts []string
	for _, err := range c.Errors {
		texts = append(texts, err.Error())
	}
	return texts
}

func fallbacksOf(callPath string, all []pipeline.Fallback) []Fallback {
	var rows []Fallback
	for _, f := range all {
		rows = append(rows, Fallback{callPath, f.Stage, string(f.Reason), int32(f.Tries), printable.Valid(f.Detail)})
	}
	return rows
}
