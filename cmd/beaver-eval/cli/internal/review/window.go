package review

import (
	"context"
	"io"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Screen is the content of the window.
type Screen interface {
	Resize(columns, rows int)
	Press(key string) (ended bool) // keys by their characters, or like up and ctrl+c
	Paste(text string)
	View() string
	// Job returns the last key's work if it may take long; its result is called between two keys. nil: nothing.
	Job() func() func()
	// Program returns a program that needs the terminal, and a function that gets its error; nil: none.
	Program() (run func(in, out *os.File) error, ended func(error))
}

// RunWindow shows a dialog on a terminal until it ends, or ctx does. The terminal's earlier content comes back.
func RunWindow(ctx context.Context, d Screen, in, out *os.File) error {
	// Signals end ctx; Ctrl-C is a key here. Both end the program in the same way: it stops drawing, and waits for its
	// reader, which the library does not do if given a context.
	p := tea.NewProgram(&program{dialog: d, in: in, out: out}, tea.WithInput(in), tea.WithOutput(out),
		tea.WithoutSignalHandler())
	stop := context.AfterFunc(ctx, p.Quit)
	defer stop()
	_, err := p.Run()
	return err
}

// program adapts the dialog to the library.
type program struct {
	dialog  Screen
	in, out *os.File
	view    string
	size    tea.WindowSizeMsg
	resized bool // the window's size has changed
}

// draw requests the dialog's current view.
type draw struct{}

// done is the result of a job, or of a program's end, for the dialog.
type done func()

func (p *program) Init() tea.Cmd { return nil }

func (p *program) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.resized = p.resized || p.size.Width > 0 && p.size != msg
		p.size = msg
		p.dialog.Resize(msg.Width, msg.Height)
		p.view = p.dialog.View()
	case tea.KeyPressMsg:
		if p.dialog.Press(msg.String()) {
			return p, tea.Quit
		}
		return p, tea.Batch(p.next(), p.job(), p.program())
	case tea.PasteMsg:
		p.dialog.Paste(msg.Content)
		return p, p.next()
	case done:
		msg()
		return p, p.next()
	case draw:
		p.view = p.dialog.View()
	}
	return p, nil
}

// job runs the dialog's background work.
func (p *program) job() tea.Cmd {
	job := p.dialog.Job()
	if job == nil {
		return nil
	}
	return func() tea.Msg { return done(job()) }
}

// program gives the terminal to the dialog's program.
func (p *program) program() tea.Cmd {
	run, ended := p.dialog.Program()
	if run == nil {
		return nil
	}
	return tea.Exec(&foreign{run, p.in, p.out}, func(err error) tea.Msg { return done(func() { ended(err) }) })
}

// foreign is a program that gets the terminal itself, not the library's wrapper.
type foreign struct {
	run     func(in, out *os.File) error
	in, out *os.File
}

// leastTime is the least time for which the terminal is given away. The library stops drawing in its own goroutine
// without waiting for that (v2.0.7): if a program ended at once, its end would come first, and nothing would be drawn
// any more.
const leastTime = 250 * time.Millisecond

func (f *foreign) Run() error {
	away := time.After(leastTime)
	err := f.run(f.in, f.out)
	<-away
	return err
}

func (*foreign) SetStdin(io.Reader)  {}
func (*foreign) SetStdout(io.Writer) {}
func (*foreign) SetStderr(io.Writer) {}

// next draws the next frame. The library draws only changes, and assumes that the new columns of a widened window are
// empty (v2.0.7): in such a window each frame is drawn whole, on a cleared screen.
func (p *program) next() tea.Cmd {
	if !p.resized {
		p.view = p.dialog.View()
		return nil
	}
	return tea.Sequence(tea.ClearScreen, func() tea.Msg { return draw{} })
}

func (p *program) View() tea.View {
	v := tea.NewView(p.view)
	v.AltScreen = true
	return v
}
