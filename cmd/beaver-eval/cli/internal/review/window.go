package review

import (
	"context"
	"io"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Screen is what is shown.
type Screen interface {
	Resize(columns, rows int)
	Press(key string) (ended bool) // keys by their characters, or as up and ctrl+c
	Paste(text string)
	View() string
	// Job is what the last key needs and what may take long; what it returns is called between two keys. nil: nothing.
	Job() func() func()
	// Program wants to have the terminal, and is told how that ended; nil: none does.
	Program() (run func(in, out *os.File) error, ended func(error))
}

// RunWindow shows a dialog on a terminal until it ends, or ctx does. What stood on the terminal before comes back.
func RunWindow(ctx context.Context, d Screen, in, out *os.File) error {
	// Signals end ctx; Ctrl-C is a key here. Both end the program in the same way: it draws no more, and waits for its
	// reader, which the library does not do where it is given a context.
	p := tea.NewProgram(&program{dialog: d, in: in, out: out}, tea.WithInput(in), tea.WithOutput(out),
		tea.WithoutSignalHandler())
	stop := context.AfterFunc(ctx, p.Quit)
	defer stop()
	_, err := p.Run()
	return err
}

// program is the dialog as the library wants it.
type program struct {
	dialog  Screen
	in, out *os.File
	view    string
	size    tea.WindowSizeMsg
	resized bool // the window has got another size than it had first
}

// draw asks for what the dialog shows now.
type draw struct{}

// done is what a job, or the end of a program, has for the dialog.
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

// job does what the dialog wants done beside it.
func (p *program) job() tea.Cmd {
	job := p.dialog.Job()
	if job == nil {
		return nil
	}
	return func() tea.Msg { return done(job()) }
}

// program gives the terminal to what the dialog wants to have it.
func (p *program) program() tea.Cmd {
	run, ended := p.dialog.Program()
	if run == nil {
		return nil
	}
	return tea.Exec(&foreign{run, p.in, p.out}, func(err error) tea.Msg { return done(func() { ended(err) }) })
}

// foreign is a program that has the terminal itself, not what the library makes of it.
type foreign struct {
	run     func(in, out *os.File) error
	in, out *os.File
}

// leastTime is how long the terminal is away at least. The library stops the drawing in a goroutine of its own, and
// does not wait for that (v2.0.7): of a program that ends at once the end would come first, and nothing be drawn any
// more.
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

// next brings the next frame. The library draws what is new in it, and of a window that was made wider it believes that
// nothing stands in the columns that have come (v2.0.7): there each frame is drawn whole, on a screen that is cleared.
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
