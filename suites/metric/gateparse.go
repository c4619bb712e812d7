package metric

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
)

// gateForm is [SUITE/]MEASURE[BY] OP BOUND; some measures may omit op and bound.
var gateForm = regexp.MustCompile(
	`^(?:([a-z0-9][a-z0-9._-]*)/)?([a-z_]+(?:[@^][0-9]+)?(?:\.[a-z0-9_@]+){0,2})(\[.+\])?(?:\s*(<=|>=)\s*(.*))?$`)

// boundForm is a number with its unit, or the baseline's value with something added or multiplied.
var boundForm = regexp.MustCompile(
	`^(?:(baseline)\s*(?:([-+*])\s*)?)?(-?[0-9]*\.?[0-9]+(?:e-?[0-9]+)?)?\s*(%|pp|m?s)?$`)

// ParseGate reads a gate as a person writes it: MEASURE <= BOUND or >= BOUND, where a bound is a number, a percentage,
// a time in s or ms, or "baseline" plus or minus one of these, or times a number, or plus or minus a margin in pp
// (percentage points), against which the difference is tested. A prefix SUITE/ restricts it to a suite. A count without
// a bound, such as stale or context, must be 0. A gate that can never fail, or never hold, is an error. figures are
// those of the systems that the gate may be about.
func ParseGate(text string, figures ...pipeline.Figure) (Gate, error) {
	text = strings.TrimSpace(text)
	m := gateForm.FindStringSubmatch(text)
	if m == nil {
		return Gate{}, fmt.Errorf("gate %q: want MEASURE <= BOUND or MEASURE >= BOUND, such as routing.accuracy >= 0.9",
			text)
	}
	g := Gate{Text: text, Suite: m[1], Measure: m[2] + m[3], Least: m[4] == ">="}
	if g.Measure == "context" {
		g.Measure = "context.overflow"
	}
	if f, ok := pipeline.FindFigure(figures, m[2]); ok {
		g.Figure = &f
	} else if err := checkMeasure(m[2], figures); err != nil {
		return g, fmt.Errorf("gate %q: %w", text, err)
	}
	if m[4] == "" {
		if !slices.Contains(bareGates(), m[2]) || m[3] != "" {
			return g, fmt.Errorf("gate %q: it has no bound; want one after <= or >= (without: %s)", text,
				strings.Join(bareGates(), ", "))
		}
		return g, nil
	}
	if err := g.parseBound(strings.TrimSpace(m[5])); err != nil {
		return g, fmt.Errorf("gate %q: %w", text, err)
	}
	return g, nil
}

func (g *Gate) parseBound(text string) error {
	m := boundForm.FindStringSubmatch(text)
	if m == nil || m[1] == "" && m[3] == "" || m[1] != "" && (m[2] == "") != (m[3] == "") || m[4] != "" && m[3] == "" {
		return fmt.Errorf("bound %q: want a number, a percentage, baseline, baseline - 0.02 or baseline * 1.1", text)
	}
	if m[3] != "" {
		n, err := strconv.ParseFloat(m[3], 64)
		if err != nil {
			return fmt.Errorf("bound %q: %w", text, err)
		}
		g.Bound = n
	}
	switch g.Percent = m[4] == "%"; m[4] {
	case "%", "pp":
		g.Bound /= 100
	case "s":
		g.Bound *= 1e9
	case "ms":
		g.Bound *= 1e6
	}
	if m[1] != "" {
		g.Against = PlusBaseline
	}
	switch m[2] {
	case "-":
		g.Bound = -g.Bound
	case "*":
		g.Against = TimesBaseline
	}
	if g.Points = m[4] == "pp"; g.Points {
		return cmp.Or(g.checkPoints(), g.checkBound())
	}
	if g.NeedsCalls() && g.Against != Absolute {
		return errors.New("it is a comparison with the baseline already: want a number after it")
	}
	return cmp.Or(g.checkUnit(m[4]), g.checkBound())
}

// checkMeasure catches mistyped names before anything runs.
func checkMeasure(name string, figures []pipeline.Figure) error {
	if m, ok := find(name); ok && !(m.Numbered() && name == m.Name) {
		return nil
	}
	known := names()
	for _, f := range figures {
		known = append(known, f.Name)
	}
	return fmt.Errorf("nothing measures %q%s", name, wording.Hint(name, known))
}
