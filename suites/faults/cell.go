package faults

import (
	"regexp"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// AppCell is one call of a case with one fault.
type AppCell struct {
	Suite string `json:"suite"`
	Case  string `json:"case"`
	Path  string `json:"path"`
	Stage string `json:"stage"`
	Fault string `json:"fault"` // FAULT, or FAULT@PLACE for one of several
	Every bool   `json:"every"` // each time the request was sent; else only the first time

	Class fault.Class `json:"class"` // of the fault

	Verdict result.AppVerdict `json:"verdict"`

	Why    string   `json:"why,omitempty"`    // the first thing that was not as intended
	Reply  string   `json:"reply,omitempty"`  // with other: of the turn of the call, or of the last one behind it
	Asks   int      `json:"asks"`             // how often the broken request was sent
	Waited Waited   `json:"waited,omitempty"` // before it was sent again
	Code   *int     `json:"exit_code,omitempty"`
	Last   []string `json:"last_lines,omitempty"` // of the output of a program that did not reply

	Requests   int `json:"requests"`             // of the run
	Unanswered int `json:"unanswered,omitempty"` // of them: unanswered, so they got a fixed sentence

	Steps []AppStep `json:"steps,omitempty"` // of a single selected cell
}

// Waited says how long a program that was told to wait did so before it asked again. There are no times, which would
// differ from run to run.
type Waited string

// How long a program waited; empty: it was not told to wait, or did not ask again.
const (
	WaitedNone Waited = "none"
	WaitedLess Waited = "less" // than it was told
	WaitedTold Waited = "told"
)

// Finding reports whether there is anything to look at: the user got something else than was intended, or the program
// asked again too early.
func (c *AppCell) Finding() bool {
	return !c.Verdict.Good() || c.Waited == WaitedNone || c.Waited == WaitedLess
}

// AppUnfit is a fault that a call's answer cannot have.
type AppUnfit struct {
	Suite string `json:"suite"`
	Stage string `json:"stage"`
	Fault string `json:"fault"`
	Why   string `json:"why"`
	Calls int    `json:"calls"` // of the report: how many calls
}

// AppStep is one request of a run, or one reply.
type AppStep struct {
	Path string `json:"path"`
	What string `json:"what"` // request, broken, reply
	Text string `json:"text"`
}

// Result returns the cell in the form of rows, as for other systems: FAULT@every is a fault of each time; there is no
// policy, since the program reads the answers; and none fails by itself. Only the report has what the program said
// last.
func (c *AppCell) Result() result.Cell {
	name := c.Fault
	if c.Every {
		name += "@every"
	}
	return result.Cell{
		Path: c.Path, Stage: c.Stage, Fault: name, Class: string(c.Class),
		Verdict: result.Verdict(c.Verdict), Why: c.Why, Tries: c.Asks, Waited: string(c.Waited),
	}
}

// Results returns the cells in the form of rows.
func Results(cells []AppCell) []result.Cell {
	all := make([]result.Cell, len(cells))
	for i := range cells {
		all[i] = cells[i].Result()
	}
	return all
}

// Name returns the cell's name within its case: PATH:FAULT, or PATH:FAULT:every.
func (c *AppCell) Name() string { return cellName(c.Path, c.Fault, c.Every) }

// FaultName returns the fault, and whether it holds each time that the request is sent: timeout, timeout:every.
func (c *AppCell) FaultName() string { return faultName(c.Fault, c.Every) }

// BareFault returns the fault's name without its place.
func (c *AppCell) BareFault() string {
	name, _, _ := strings.Cut(c.Fault, "@")
	return name
}

func faultName(fault string, every bool) string {
	if every {
		return fault + ":every"
	}
	return fault
}

func cellName(path, fault string, every bool) string { return path + ":" + faultName(fault, every) }

// mask masks secrets and the ports of this run: clients write both into their errors.
func (c *AppCell) mask(s *project.Suite) {
	m := s.Masker()
	names := m.Secrets()
	text := func(of string) string { return port.ReplaceAllString(m.Text(of), "${1}PORT") }
	c.Case, c.Path = names.Text(c.Case), names.Text(c.Path)
	c.Why, c.Reply = text(c.Why), text(c.Reply)
	c.Last = slices.Clone(c.Last)
	for i, line := range c.Last {
		c.Last[i] = text(line)
	}
	for i := range c.Steps {
		c.Steps[i].Path, c.Steps[i].Text = names.Text(c.Steps[i].Path), text(c.Steps[i].Text)
	}
}

// port matches the port of a loopback address.
var port = regexp.MustCompile(`((?:127\.0\.0\.1|localhost|\[::1\]):)\d{2,5}\b`)
