package check

import (
	"bytes"
	"fmt"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

const editedByHand = "not as this program writes it: edited by hand? run and accept the case again"

// golden checks a golden or a pending file.
func (c *checker) golden(file string) {
	data, err := c.project.Store().Read(file)
	if err != nil {
		c.errors(file, KindGolden, err)
		return
	}
	f, err := goldens.Read(file, data)
	if err != nil {
		c.errors(file, KindGolden, err)
		return
	}
	name := fixtures.FileName(f.Case)
	place := c.project.Store().Path(f.Suite, name)
	text, err := f.Append(nil)
	if f.Pending != nil {
		place = c.project.Store().PendingPath(f.Suite, name)
		text, err = f.Sealed()
	}
	switch {
	case err != nil || !bytes.Equal(text, data):
		c.problem(file, KindGolden, editedByHand)
	case place != file:
		c.misplaced(file, f.Suite, f.Case, place)
	}
}

// form checks a golden in a wire form, or a pending one.
func (c *checker) form(file string) {
	data, err := c.project.Store().Read(file)
	if err != nil {
		c.errors(file, KindGolden, err)
		return
	}
	f, err := review.ReadForm(file, data)
	if err != nil {
		c.errors(file, KindGolden, err)
		return
	}
	text, err := f.Bytes()
	place := c.project.Store().FormPath(f.Suite, fixtures.FileName(f.Case), f.Form)
	if f.Pending != nil {
		text, err = f.Sealed()
		place = c.project.Store().PendingFormPath(f.Suite, fixtures.FileName(f.Case), f.Form)
	}
	switch {
	case err != nil || !bytes.Equal(text, data):
		c.problem(file, KindGolden, editedByHand)
	case place != file:
		c.misplaced(file, f.Suite, f.Case, place)
	}
}

func (c *checker) misplaced(file, suite, id, place string) {
	c.problem(file, KindGolden, fmt.Sprintf("it names the case %q in suite %q, whose file is %s: edited by "+
		"hand, or moved?", id, suite, place))
}
