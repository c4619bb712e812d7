package faults

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures/cache"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// Kept are the cells of earlier commands, those of a case under a key of everything that they rest on. A nil one has
// none, and keeps none.
type Kept struct {
	cache    *cache.Cache
	program  func() string
	readOnly bool
}

// NewKept returns what a cache has kept. program returns a digest of the program that runs; empty: it is unknown, and
// nothing is kept.
func NewKept(c *cache.Cache, program func() string) *Kept {
	if c == nil {
		return nil
	}
	return &Kept{cache: c, program: program}
}

// ReadOnly returns the same cells, to which none are added: for a process that loads a project again after its files
// have changed, while its systems may remember the skills of before.
func (k *Kept) ReadOnly() *Kept {
	if k == nil {
		return nil
	}
	only := *k
	only.readOnly = true
	return &only
}

// keptCells are an entry of the cache.
type keptCells struct {
	Cells   []result.Cell
	Reached []coverage.Key // by the runs in which the calls broke
}

// Cells breaks the calls of a case, one after the other, until ctx ends, unless an earlier command has done the same:
// kept then says so.
func (k *Kept) Cells(
	ctx context.Context, m *Matrix, s *project.Suite, p *runner.Prepared,
) (cells []result.Cell, kept bool, err error) {
	cells, _, kept, err = k.cells(ctx, m, s, p)
	return cells, kept, err
}

// cells returns also the details of a single selected cell, which is never kept.
func (k *Kept) cells(
	ctx context.Context, m *Matrix, s *project.Suite, p *runner.Prepared,
) (cells []result.Cell, details []*Detail, kept bool, err error) {
	key, known := k.keyOf(m, p)
	if known {
		if all, ok := k.find(key); ok {
			p.Reach(all.Reached)
			return all.Cells, nil, true, nil
		}
	}
	cells, details, err = m.cells(ctx, s, p)
	if err != nil || !known || k.readOnly || !keepable(s, cells) {
		return cells, details, false, err
	}
	if again, still := k.keyOf(m, p); still && again == key { // else a file has changed since
		k.keep(key, keptCells{cells, p.Reached()})
	}
	return cells, details, false, nil
}

// keyOf returns the key of the cells of a case. ok is false if something that they rest on has no digest.
func (k *Kept) keyOf(m *Matrix, p *runner.Prepared) (key cache.Key, ok bool) {
	if k == nil || !m.repeats() {
		return key, false
	}
	program := k.program()
	rests, err := p.RestsOn()
	if err != nil || program == "" {
		return key, false
	}
	return cache.KeyOf("cells", append(rests, program, m.choice())...), true
}

// repeats reports whether the matrix can have the same cells again: what happens in a single selected one is of
// interest, not only its verdict, and real time is not spared.
func (m *Matrix) repeats() bool { return m.Cell == "" && m.Limit == 0 }

// choice names the fields of a matrix: otherwise is of the suite, and each exchange breaks an answer in the same way.
func (m *Matrix) choice() string {
	return fmt.Sprintf("%q %q %q %d %t %d", m.Stages, m.Only, m.Faults, m.Sample, m.Judged, m.Seed)
}

// keepable reports whether other commands may use the cells. One that fails is tried each time: its verdict may be that
// of a slow machine. Neither may a secret get into the cache, nor a text that is masked as volatile.
func keepable(s *project.Suite, cells []result.Cell) bool {
	masked := slices.Clone(cells)
	result.MaskCells(s.Masker(), masked)
	return slices.Equal(masked, cells) && !slices.ContainsFunc(cells, func(c result.Cell) bool { return c.Fails() })
}

func (k *Kept) find(key cache.Key) (all keptCells, ok bool) {
	text, ok := k.cache.Get(key)
	return all, ok && json.Unmarshal(text, &all) == nil
}

// keep keeps cells, unless JSON would change them: it has no invalid UTF-8.
func (k *Kept) keep(key cache.Key, all keptCells) {
	text, err := json.Marshal(all)
	var back keptCells
	if err == nil && json.Unmarshal(text, &back) == nil && slices.Equal(back.Cells, all.Cells) &&
		slices.Equal(back.Reached, all.Reached) {
		k.cache.Put(key, text)
	}
}
