package ci

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// Limits for routing on a page.
const (
	mostMistaken = 5  // messages of a suite
	mostNamed    = 40 // columns of a terminal that an action's name may take
	mostColumns  = 12 // actions that have a column; more are listed
)

// routing shows how labelled messages were routed: the first mistakes of each suite. Suites may ask different models,
// so they are not mixed.
type routing struct {
	section

	suites []*routed // in the order of the run
}

// routed is how the messages of a suite were routed.
type routed struct {
	suite string
	wrong int // messages not routed as labelled
	all   int
	first []string // items of the first mistakes
}

func newRouting() *routing {
	return &routing{section: section{
		what: "suites with messages routed otherwise", head: "### Messages routed otherwise than labelled\n\n",
	}}
}

// hasRouting reports whether a run has labels for routing.
func hasRouting(info *stored.Info) bool {
	ofRouting := func(m metric.Measure) bool { return strings.HasPrefix(m.Name, "routing.") }
	return slices.ContainsFunc(info.Measures, ofRouting)
}

func (r *routing) addCase(c *rows.Case) {
	of := r.of(c.Suite)
	for _, s := range c.Scores {
		if s.Scorer != "routing" || s.Metric != "accuracy" || !s.Expected {
			continue
		}
		of.all++
		if s.Holds {
			continue
		}
		if of.wrong++; of.wrong <= mostMistaken {
			of.first = append(of.first, "  - "+code(c.Suite+"/"+c.Case+"/"+s.Path)+": "+code(s.Reason)+"\n")
		}
	}
}

// of returns the suite of a name, most often the last one: only a drawn order mixes them.
func (r *routing) of(suite string) *routed {
	for _, of := range slices.Backward(r.suites) {
		if of.suite == suite {
			return of
		}
	}
	of := &routed{suite: suite}
	r.suites = append(r.suites, of)
	return of
}

// end makes the entries of the suites.
func (r *routing) end() {
	for _, of := range r.suites {
		if of.wrong > 0 {
			line := fmt.Sprintf("- %s: %d of %d messages; the first of them:\n", code(of.suite), of.wrong, of.all)
			r.add(line + strings.Join(of.first, ""))
		}
	}
}

// matricesSection has the confusion matrices of each suite.
func matricesSection(o *overview.Overview) *section {
	s := &section{what: "confusion matrices",
		head: "<details><summary>Confusion matrices</summary>\n\n", foot: "</details>\n"}
	for _, suite := range o.Suites {
		for _, kind := range []string{score.LabelHard, score.LabelSoft} {
			if c := suite.Tally.Confusions()[kind]; c != nil {
				title := fmt.Sprintf("%s: decisions against %s labels\n\n", code(suite.Name), kind)
				s.add(title + matrix(c, kind) + "\n")
			}
		}
	}
	return s
}

// matrix returns a confusion matrix: a row for each label, a column for each decision, or a list of them if there are
// too many.
func matrix(c *metric.Confusion, kind string) string {
	columns := []string{"label"}
	listed := len(c.Actions()) > mostColumns
	if listed {
		columns = append(columns, "decisions")
	} else {
		for _, action := range c.Actions() {
			columns = append(columns, actionName(action)+":")
		}
	}
	table := tableHead(append(columns, "precision:", "recall:", "F1:")...)
	for _, row := range cells.Matrix(c, kind, listed) {
		row[0] = actionName(row[0])
		if listed {
			row[1] = code(row[1])
		}
		table += tableRow(row...)
	}
	return table
}

// actionName returns an action. An empty one is an answer, too.
func actionName(action string) string {
	if action == "" {
		return "–"
	}
	return code(printable.Cut(printable.Line(action), mostNamed))
}
