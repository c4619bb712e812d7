package cli

import (
	"io"
	"os"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// progress is a bar on stderr, where that is a terminal.
type progress struct {
	container *mpb.Progress
	bar       *mpb.Bar
}

// newProgress begins a bar of so many steps; away from a terminal, and in CI, there is none.
func (a *app) newProgress(total int, what string) *progress {
	if !a.terminal(a.stderr.W) || a.inCI(false, false) {
		return &progress{}
	}
	p := mpb.New(mpb.WithOutput(a.stderr.W), mpb.WithWidth(40))
	return &progress{p, p.AddBar(int64(total),
		mpb.PrependDecorators(decor.Name(what+" ")),
		mpb.AppendDecorators(decor.CountersNoUnit("%d/%d "), decor.Elapsed(decor.ET_STYLE_GO)),
		mpb.BarRemoveOnComplete(),
	)}
}

// Case counts a step.
func (p *progress) Case(*rows.Case) error {
	p.step()
	return nil
}

func (p *progress) step() {
	if p.bar != nil {
		p.bar.Increment()
	}
}

// End takes the bar away.
func (p *progress) End(*overview.Overview) error { return p.Close() }

// Close takes the bar away, finished or not.
func (p *progress) Close() error {
	if p.bar != nil {
		p.bar.Abort(true)
		p.container.Wait()
		p.bar = nil
	}
	return nil
}

// terminal reports whether w is one.
func (a *app) terminal(w io.Writer) bool {
	if o, is := w.(*exit.Output); is {
		w = o.W
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// colours reports whether w may get them: a terminal, without NO_COLOR.
func (a *app) colours(w io.Writer) bool {
	return a.terminal(w) && a.env("NO_COLOR") == "" && a.env("TERM") != "dumb"
}
