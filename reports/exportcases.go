package reports

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/plural"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// exportCase is a case of a run with the calls whose prompts are not as their golden.
type exportCase struct {
	caseRow
	changes []changeRow
}

// eachCase goes through the cases of a run in their order. Both files are in the order of the run: one pass puts them
// together, and no more than a case is in memory.
func eachCase(folder string, visit func(*exportCase) error) (err error) {
	cases, err := openRows[caseRow](folder, "cases")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, cases.close()) }()
	changes, err := openGroup(folder, "changes", (*changeRow).owner)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, changes.close()) }()
	for {
		row, err := cases.next()
		if row == nil || err != nil {
			return err
		}
		c := &exportCase{caseRow: *row}
		err = changes.each(c.Suite, c.Case, func(r *changeRow) { c.changes = append(c.changes, *r) })
		if err == nil {
			err = visit(c)
		}
		if err != nil {
			return err
		}
	}
}

// name is what the case is called; of one that cannot be read only its place is known.
func (c *exportCase) name() string {
	if c.Case == c.File && c.Line > 0 {
		return c.File + ":" + strconv.Itoa(int(c.Line))
	}
	return c.Case
}

// differences are what is not as accepted, a line each.
func (c *exportCase) differences() []string {
	var lines []string
	if c.Status == string(result.StatusOrphan) {
		lines = append(lines, fmt.Sprintf("there is no case any more, only its golden: %s missing", plural.Number(int(c.Missing), "call")+plural.Choose(int(c.Missing), " is", " are")))
	}
	for _, change := range c.changes {
		lines = append(lines, change.change().String())
	}
	if c.Forms > 0 {
		lines = append(lines, plural.Number(int(c.Forms), "file")+" of requests as providers get them "+plural.Choose(int(c.Forms), "differs", "differ"))
	}
	return lines
}

// Watched says whether a built-in gate of a run was looked at. What it forbids fails a case only then, so that no
// report is red where the run is not.
func Watched(gates []metric.Verdict, measure string) bool {
	for _, v := range gates {
		if v.Suite == "" && v.Measure == measure && v.Dropped {
			return false
		}
	}
	return true
}
