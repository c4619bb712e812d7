package comparison

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
)

// All are comparisons of several runs with one: at least one comparison.
type All []*Comparison

// NoPairsError is the error of two runs without a case that both finished.
type NoPairsError struct {
	A, B    string // the runs
	LeftOut string // the cases of either, by reason; empty: there are none
}

func (e *NoPairsError) Error() string {
	if e.LeftOut == "" {
		return fmt.Sprintf("%s and %s have no case", e.A, e.B)
	}
	return fmt.Sprintf("%s and %s have no case that both finished: %s", e.A, e.B, e.LeftOut)
}

// CompareAll compares each of the others with A. The pairs of each are written to its folder, if it has one that can be
// written.
func CompareAll(ctx context.Context, a *Side, others []*Side, o Options) (All, error) {
	var all All
	for _, b := range others {
		c, err := compareAndKeep(ctx, a, b, o)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	Adjust(all)
	return all, nil
}

func compareAndKeep(ctx context.Context, a, b *Side, o Options) (*Comparison, error) {
	var pairs *rows.PairsWriter
	if b.folder != "" {
		var err error
		if pairs, err = rows.NewPairsWriter(b.folder); err != nil && !stored.ReadOnly(err) {
			return nil, err
		}
	}
	if pairs != nil {
		defer pairs.Abort()
		o.Row = pairs.Add
	}
	c, err := Compare(ctx, a, b, o)
	switch {
	case err != nil:
		return nil, err
	case c.Pairs == 0:
		return nil, &NoPairsError{a.Run.Run, b.Run.Run, c.LeftOutWords()}
	case c.Primary() == nil:
		return nil, fmt.Errorf("no case of both %s and %s has been measured by %s; measured are: %s", a.Run.Run,
			b.Run.Run, o.Metric, strings.Join(c.Metrics(), ", "))
	case pairs != nil:
		err = pairs.Close()
	}
	return c, err
}

// Failing reports whether a gate fails or is open.
func (all All) Failing() bool {
	for _, c := range all {
		if c.Failing() {
			return true
		}
	}
	return false
}

// JSON returns what is written as JSON: one comparison as an object, several as a list.
func (all All) JSON() any {
	if len(all) == 1 {
		return all[0]
	}
	return all
}

// WriteTables prints the comparisons for a terminal that is so many columns wide; 0: unknown.
func (all All) WriteTables(w io.Writer, width int) error {
	for i, c := range all {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if len(all) > 1 {
			fmt.Fprintf(w, "%d of %s\n", i+1, wording.Number(len(all), "comparison"))
		}
		if err := c.WriteTable(w, width); err != nil {
			return err
		}
	}
	return nil
}

// WriteSentences prints only the verdicts: of each comparison, and of its gates.
func (all All) WriteSentences(w io.Writer) error {
	for _, c := range all {
		text := fmt.Sprintf("A %s\nB %s\n%s\n", printable.Line(c.A.String()), printable.Line(c.B.String()),
			c.Sentence())
		for _, line := range c.gateLines() {
			text += printable.Line(line) + "\n"
		}
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	return nil
}

// WriteMarkdown prints the comparisons for a comment or a page.
func (all All) WriteMarkdown(w io.Writer) error {
	for i, c := range all {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := c.WriteMarkdown(w); err != nil {
			return err
		}
	}
	return nil
}
