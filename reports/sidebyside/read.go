package sidebyside

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// brokenRow holds the columns of a call broken on purpose that are counted.
type brokenRow struct {
	Suite   string `parquet:"suite,dict"`
	Case    string `parquet:"case_id,dict"`
	Fault   string `parquet:"fault,dict"`
	Policy  string `parquet:"policy,dict"`
	Verdict string `parquet:"verdict,dict"`
	Reason  string `parquet:"fallback_reason,dict"`
}

// readFaults counts the calls that were broken in the conversations that all systems finished.
func (r *Report) readFaults(ctx context.Context, folder string) (err error) {
	shared := map[of]*System{}
	for i := range r.Conversations {
		c := &r.Conversations[i]
		for j := range r.Systems {
			if by := c.by(r.Systems[j].System); r.shares(c) {
				shared[of{by.Suite, c.Case}] = &r.Systems[j]
			}
		}
	}
	table, err := rows.Open[brokenRow](folder, "faults")
	if errors.Is(err, fs.ErrNotExist) { // an older version wrote the run
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, table.Close()) }()
	for {
		row, err := table.Next()
		if err = cmp.Or(err, ctx.Err()); row == nil || err != nil {
			return err
		}
		cell := result.Cell{Policy: pipeline.Policy(row.Policy), Verdict: result.Verdict(row.Verdict)}
		s := shared[of{row.Suite, row.Case}]
		if s != nil && cell.Judged() && cell.Verdict != result.VerdictNotApplicable {
			s.addFault(row.Fault, row.Reason != "", cell.Right())
		}
	}
}

// addFault counts a broken call.
func (s *System) addFault(name string, fellBack, right bool) {
	i, found := slices.BinarySearchFunc(s.Faults, name, func(f Fault, name string) int {
		return cmp.Compare(f.Fault, name)
	})
	if !found {
		s.Faults = slices.Insert(s.Faults, i, Fault{Fault: name})
	}
	f := &s.Faults[i]
	f.Broken++
	if fellBack {
		f.FellBack++
	}
	if right {
		f.Right++
	}
}

// readTurns reads the turns of the first conversations with their texts; most < 0: of all.
func (r *Report) readTurns(ctx context.Context, folder string, most int) error {
	for i := range r.Conversations {
		c := &r.Conversations[i]
		if most >= 0 && i >= most {
			r.More++
			continue
		}
		for _, by := range c.By {
			read, err := rows.ReadCase(ctx, folder, by.Suite, c.Case, 0)
			if err != nil {
				return err
			}
			if read == nil {
				return fmt.Errorf("%s: cases.parquet no longer has %s/%s: read the run again", folder, by.Suite, c.Case)
			}
			c.addTurns(by.System, read)
		}
	}
	return nil
}

// addTurns adds what a system answered.
func (c *Conversation) addTurns(system string, read *rows.Case) {
	for _, in := range read.Trace.Inputs {
		if !slices.ContainsFunc(c.Turns, func(t Turn) bool { return t.Turn == in.Place }) {
			c.Turns = append(c.Turns, Turn{Turn: in.Place, User: in.Text})
		}
	}
	for _, out := range read.Trace.Outcomes {
		i := slices.IndexFunc(c.Turns, func(t Turn) bool { return t.Turn == out.Place })
		if i < 0 {
			continue // the end of the conversation, which answers nobody
		}
		a := Answer{System: system, Status: out.Status, Texts: []string{}}
		for _, reply := range out.Replies {
			a.Texts = append(a.Texts, reply.Text)
		}
		c.Turns[i].Answers = append(c.Turns[i].Answers, a)
	}
}
