package console

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// Progress is a progress bar on stderr, if that is a terminal.
type Progress struct {
	container *mpb.Progress
	bar       *mpb.Bar
	planned   atomic.Int64
}

// Planned adds steps to a bar that began with none.
func (p *Progress) Planned(steps int) {
	if p.bar != nil {
		p.bar.SetTotal(p.planned.Add(int64(steps)), false)
	}
}

// NewProgress begins a bar of so many steps, except in CI or without a terminal; 0: as many as will be planned. For
// long work it shows steps per minute and the remaining time. If servers are asked, each has a line below it.
func (a *App) NewProgress(total int, what string, long bool) *Progress {
	if !a.terminal(a.Stderr.W) || a.InCI() {
		return &Progress{}
	}
	p := mpb.New(mpb.WithOutput(a.Stderr.W), mpb.WithWidth(40))
	right := []decor.Decorator{decor.CountersNoUnit("%d/%d "), decor.Elapsed(decor.ET_STYLE_GO)}
	if long {
		began := time.Now()
		right = append(right, decor.Any(func(s decor.Statistics) string {
			return fmt.Sprintf("  %.1f/min", float64(s.Current)/time.Since(began).Minutes())
		}), decor.Name("  "), decor.AverageETA(decor.ET_STYLE_GO), decor.Name(" left"))
	}
	a.noticing.Lock()
	a.bar = p
	a.noticing.Unlock()
	servers := mpb.BarFillerFunc(func(w io.Writer, _ decor.Statistics) error { return a.serverLines(w) })
	return &Progress{container: p, bar: p.AddBar(int64(total),
		mpb.PrependDecorators(decor.Name(what+" ")), mpb.AppendDecorators(right...), mpb.BarRemoveOnComplete(),
		mpb.BarExtender(servers, false),
	)}
}

// Case counts a step.
func (p *Progress) Case(*rows.Case) error {
	p.Step()
	return nil
}

// Step counts one step.
func (p *Progress) Step() {
	if p.bar != nil {
		p.bar.Increment()
	}
}

// End removes the bar.
func (p *Progress) End(*overview.Overview) error { return p.Close() }

// Close removes the bar, finished or not.
func (p *Progress) Close() error {
	if p.bar != nil {
		p.bar.Abort(true)
		p.container.Wait()
		p.bar = nil
	}
	return nil
}
