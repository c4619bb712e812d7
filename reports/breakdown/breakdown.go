// Package breakdown splits the numbers of a run by suite, system, tag, turn, stage or model.
package breakdown

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/table"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// maxGroups is how many groups are kept apart; no fixture may use up the memory with more tags.
const maxGroups = 1000

// More is the group of everything beyond the first maxGroups groups.
const More = "(more)"

// By is what the numbers are split by.
type By string

// What numbers can be split by. Suite, system and tag split the cases, the others what happened within them.
const (
	Suite  By = "suite"
	System By = "system"
	Tag    By = "tag"
	Turn   By = "turn"
	Stage  By = "stage"
	Model  By = "model"
)

// Names returns all names of By.
func Names() []string {
	return []string{string(Suite), string(System), string(Stage), string(Tag), string(Turn), string(Model)}
}

// Numbers are those of a group. A case, a call and a fallback count once in each group that they belong to.
type Numbers struct {
	Cases, Failed, Calls      int
	Prompt, Output, Estimated int // tokens
	Fallbacks                 int
	FellBack                  int // decisions that a fallback made, perhaps with more than one report
	Decisions                 int // of all kinds; only in groups of cases, and of stages
	Expected, Holding         int // scores with an expectation or a label, and those of them that hold
}

// Breakdown sums up cases by group. Its size does not grow with the number of cases.
type Breakdown struct {
	by     By
	groups map[string]*Numbers
	order  []string // as they came up
	total  Numbers
	last   samples
}

// samples are what the samples of one case have been counted in so far.
type samples struct{ seen, failed map[*Numbers]bool }

// addCase counts a sample of a case: the case once, and once as failed if any of them fails.
func (s *samples) addCase(n *Numbers, c *rows.Case) {
	if !s.seen[n] {
		s.seen[n] = true
		n.Cases++
	}
	if !s.failed[n] && (c.Status == result.StatusFailed || c.Status == result.StatusError) {
		s.failed[n] = true
		n.Failed++
	}
}

// New returns an empty breakdown.
func New(by By) *Breakdown { return &Breakdown{by: by, groups: map[string]*Numbers{}} }

// Case adds a case, or one of its samples, which come one after the other. The group of what belongs to none, such as a
// case without a tag, has an empty name.
func (b *Breakdown) Case(c *rows.Case) error {
	if c.Status == result.StatusOrphan {
		return nil
	}
	within := b.within(c)
	if c.Sample == 0 || b.last.seen == nil {
		b.last = samples{map[*Numbers]bool{}, map[*Numbers]bool{}}
	}
	b.last.addCase(&b.total, c)
	add := func(names []string, count func(*Numbers)) {
		count(&b.total)
		for _, name := range names {
			n := b.group(name)
			b.last.addCase(n, c)
			count(n)
		}
	}
	if within.all != nil {
		add(within.all, func(*Numbers) {})
	}
	b.addCalls(c, within, add)
	for i := range c.Scores {
		if s := &c.Scores[i]; s.Expected {
			add(within.score(s), func(n *Numbers) { n.addScore(s) })
		}
	}
	return nil
}

func (b *Breakdown) addCalls(c *rows.Case, within groupsOf, add func([]string, func(*Numbers))) {
	if c.Trace == nil {
		return
	}
	for i := range c.Trace.Steps {
		if call := c.Trace.Steps[i].Call; call != nil {
			add(within.of(call.Path, call.Stage), func(n *Numbers) {
				n.Calls++
				n.Prompt, n.Output = n.Prompt+call.Tokens.Prompt, n.Output+call.Tokens.Output
				n.Estimated += call.Tokens.Estimated
			})
		}
	}
	if c.Live && c.Status == result.StatusError { // its fallbacks say nothing about the model
		return
	}
	fell := map[string]bool{}
	for i := range c.Trace.Steps {
		s := &c.Trace.Steps[i]
		if s.Kind != pipeline.EntryFallback {
			continue
		}
		decision := trace.DecisionOf(s)
		add(within.of(s.Path, s.Fallback.Stage), func(n *Numbers) {
			n.Fallbacks++
			if !fell[decision] {
				n.FellBack++
			}
		})
		fell[decision] = true
	}
	for _, a := range c.Trace.Decisions() {
		if b.decides() {
			add(within.of("", a.Stage), func(n *Numbers) { n.Decisions += a.Times })
		}
	}
}

// decides reports whether decisions can be told apart: a stored run counts them by case and stage.
func (b *Breakdown) decides() bool { return b.by != Turn && b.by != Model }

func (b *Breakdown) group(name string) *Numbers {
	n := b.groups[name]
	if n == nil && len(b.groups) >= maxGroups {
		name = More
		n = b.groups[name]
	}
	if n == nil {
		n = &Numbers{}
		b.groups[name], b.order = n, append(b.order, name)
	}
	return n
}

func (n *Numbers) addScore(s *score.Score) {
	n.Expected++
	if s.Holds {
		n.Holding++
	}
}

// groupsOf tells the groups of what happened within a case.
type groupsOf struct {
	by     By
	all    []string          // of the whole case; nil: each part has its own
	stages map[string]string // by path of a call
	models map[string]string // by path of a call
}

func (b *Breakdown) within(c *rows.Case) groupsOf {
	g := groupsOf{by: b.by, stages: map[string]string{}, models: map[string]string{}}
	switch b.by {
	case Suite:
		g.all = []string{c.Suite}
	case System:
		g.all = []string{c.System}
	case Tag:
		g.all = slices.Compact(slices.Sorted(slices.Values(c.Tags)))
		if len(c.Tags) == 0 {
			g.all = []string{""}
		}
	}
	if c.Trace == nil || g.all != nil {
		return g
	}
	for i := range c.Trace.Steps {
		s := &c.Trace.Steps[i]
		if s.Path != "" && s.Stage != "" && s.Kind != pipeline.EntryEvent {
			g.stages[s.Path] = s.Stage
		}
		if s.Call != nil {
			g.models[s.Path] = cmp.Or(s.Call.Origin.Model, s.Call.Request.Model)
		}
	}
	return g
}

// of returns the groups of something at a path, of a stage.
func (g *groupsOf) of(path, stage string) []string {
	switch g.by {
	case Stage:
		return []string{stage}
	case Model:
		return []string{g.models[path]}
	case Turn:
		turn, _, _ := strings.Cut(path, "/")
		return []string{turn}
	}
	return g.all
}

// score returns the groups of a score: a facet may name the stage.
func (g *groupsOf) score(s *score.Score) []string {
	if g.by == Turn {
		return g.of(cmp.Or(s.Turn, s.Path), "")
	}
	stage := g.stages[s.Path]
	if stage == "" && g.by == Stage {
		for _, known := range g.stages {
			if known == s.Facet {
				stage = known
			}
		}
	}
	return g.of(s.Path, stage)
}

// Write prints a row for each group: suites, systems and models in the order of the run, all others by name, the
// nameless group last. A table for people ends with a row for all, in which nothing counts twice. width is that of the
// terminal; 0: unknown.
func (b *Breakdown) Write(w io.Writer, format string, width int) error {
	switch format {
	case "json", "csv":
		names, rows := b.records()
		if format == "json" {
			return table.JSON(w, names, rows)
		}
		return table.CSV(w, names, rows)
	case "markdown":
		return table.Markdown(w, b.columns(), b.lines())
	}
	return table.WriteFit(w, width, b.columns(), b.lines())
}

// names returns the names of the groups, in the order of Write.
func (b *Breakdown) names() []string {
	rank := func(name string) int { return slices.Index([]string{More, ""}, name) }
	names := slices.Clone(b.order)
	slices.SortStableFunc(names, func(x, y string) int {
		if c := cmp.Compare(rank(x), rank(y)); c != 0 || b.by == Suite || b.by == System || b.by == Model {
			return c
		}
		return cmp.Or(cmp.Compare(number(x), number(y)), cmp.Compare(x, y))
	})
	return names
}

// number returns the number of a turn, so that turn-10 comes after turn-9; a turn without one is the last.
func number(name string) int {
	digits, is := strings.CutPrefix(name, "turn-")
	n, err := strconv.Atoi(digits)
	switch {
	case is && err == nil:
		return n
	case name == "end":
		return 1 << 30
	}
	return 0
}

func (b *Breakdown) records() (names []string, rows [][]any) {
	names = []string{
		string(b.by), "cases", "failed", "calls", "tokens_prompt", "tokens_output", "tokens_estimated", "fallbacks",
		"decisions_by_fallback", "decisions", "expected", "holding",
	}
	for _, name := range b.names() {
		n := b.groups[name]
		var decisions any
		if b.decides() {
			decisions = n.Decisions
		}
		rows = append(rows, []any{
			name, n.Cases, n.Failed, n.Calls, n.Prompt, n.Output, n.Estimated, n.Fallbacks, n.FellBack,
			decisions, n.Expected, n.Holding,
		})
	}
	return names, rows
}

func (b *Breakdown) columns() []table.Column {
	columns := []table.Column{table.Text(string(b.by))}
	for _, title := range []string{
		"cases", "failed", "calls", "prompt tokens", "a call", "output tokens", "fallbacks", "rate", "as expected",
	} {
		columns = append(columns, table.Number(title))
	}
	return columns
}

func (b *Breakdown) lines() [][]string {
	var lines [][]string
	for _, name := range b.names() {
		lines = append(lines, b.line(cmp.Or(name, "–"), b.groups[name]))
	}
	return append(lines, b.line("total", &b.total))
}

func (b *Breakdown) line(name string, n *Numbers) []string {
	estimated := n.Estimated > 0
	perCall, rate, expected := "–", "–", "–"
	if n.Calls > 0 {
		perCall = cells.Tokens((n.Prompt+n.Calls/2)/n.Calls, estimated)
	}
	if b.decides() && n.Decisions > 0 {
		rate = fmt.Sprintf("%.1f%%", 100*float64(n.FellBack)/float64(n.Decisions))
	}
	if n.Expected > 0 {
		expected = fmt.Sprintf("%d/%d", n.Holding, n.Expected)
	}
	return []string{
		name, strconv.Itoa(n.Cases), strconv.Itoa(n.Failed), strconv.Itoa(n.Calls), cells.Tokens(n.Prompt, estimated),
		perCall, cells.Tokens(n.Output, estimated), strconv.Itoa(n.Fallbacks), rate, expected,
	}
}

// Empty reports whether there was no case.
func (b *Breakdown) Empty() bool { return b.total.Cases == 0 }
