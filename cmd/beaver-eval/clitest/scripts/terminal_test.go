//go:build unix

package scripts_test

import (
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
)

// terminal is a terminal with a program, and shows its output as a person would see it.
type terminal struct {
	t    *testing.T
	file *os.File
	cmd  *exec.Cmd
	done chan error

	mu    sync.Mutex
	drawn *sync.Cond
	*display
	shown   string // the last complete frame
	printed []byte // the program's whole output
	asked   bool   // whether this terminal knows frames
	ended   bool
}

// patience is how long a test waits for expected output. It only limits how long a broken program runs.
const patience = time.Minute

// open runs a program in a terminal, and waits for its window.
func open(t *testing.T, cmd *exec.Cmd, columns, rows int) *terminal {
	t.Helper()
	term := start(t, cmd, columns, rows)
	term.begin()
	return term
}

// start runs a program in a terminal.
func start(t *testing.T, cmd *exec.Cmd, columns, rows int) *terminal {
	t.Helper()
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: uint16(rows), Cols: uint16(columns)})
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	term := &terminal{t: t, file: file, cmd: cmd, done: make(chan error, 1), display: newDisplay(columns, rows)}
	term.drawn = sync.NewCond(&term.mu)
	watchdog := time.AfterFunc(patience, func() { cmd.Process.Kill() })
	t.Cleanup(func() {
		watchdog.Stop()
		cmd.Process.Kill()
		file.Close()
	})
	go term.read()
	return term
}

// begin waits until the program draws whole frames: it draws the first one before it knows that this terminal supports
// them. It opens and closes the help.
func (term *terminal) begin() {
	term.t.Helper()
	term.mu.Lock()
	for !term.asked && !term.ended {
		term.drawn.Wait()
	}
	term.mu.Unlock()
	term.press("?")
	term.wait("Help")
	term.press("?")
}

// read draws the program's output, and answers its query whether the terminal supports marks of frames.
func (term *terminal) read() {
	buffer := make([]byte, 4096)
	for {
		n, err := term.file.Read(buffer)
		term.mu.Lock()
		if strings.Contains(string(buffer[:n]), "\x1b[?2026$p") {
			io.WriteString(term.file, "\x1b[?2026;2$y")
			term.asked = true
		}
		term.printed = append(term.printed, buffer[:n]...)
		term.display.write(buffer[:n], func() { term.shown = term.display.String() })
		term.ended = err != nil
		term.drawn.Broadcast()
		term.mu.Unlock()
		if err != nil {
			term.done <- term.cmd.Wait()
			return
		}
	}
}

// press types keys.
func (term *terminal) press(keys string) {
	term.t.Helper()
	if _, err := io.WriteString(term.file, keys); err != nil {
		term.t.Fatal(err)
	}
}

// resize gives the window another size.
func (term *terminal) resize(columns, rows int) {
	term.t.Helper()
	term.mu.Lock()
	term.shown = ""
	term.display.resize(columns, rows)
	term.mu.Unlock()
	if err := pty.Setsize(term.file, &pty.Winsize{Rows: uint16(rows), Cols: uint16(columns)}); err != nil {
		term.t.Fatal(err)
	}
}

// wait waits for a frame with all of some marks, and returns it.
func (term *terminal) wait(marks ...string) string {
	term.t.Helper()
	term.mu.Lock()
	defer term.mu.Unlock()
	for !hasAll(term.shown, marks) {
		if term.ended {
			term.t.Fatalf("the program has ended before it showed %q; the last frame:\n%s\nthen:\n%s", marks,
				term.shown, term.display.outside)
		}
		term.drawn.Wait()
	}
	if term.display.wrong != "" {
		term.t.Fatalf("%s; the frame:\n%s", term.display.wrong, term.shown)
	}
	return term.shown
}

// waitOutside waits until all marks were printed outside the window, in order.
func (term *terminal) waitOutside(marks ...string) {
	term.t.Helper()
	term.mu.Lock()
	defer term.mu.Unlock()
	for !inOrder(term.display.outside, marks) {
		if term.ended {
			term.t.Fatalf("the program has ended before it printed %q:\n%s", marks, term.display.outside)
		}
		term.drawn.Wait()
	}
}

func inOrder(text string, marks []string) bool {
	for _, mark := range marks {
		_, behind, found := strings.Cut(text, mark)
		if !found {
			return false
		}
		text = behind
	}
	return true
}

func hasAll(text string, marks []string) bool {
	for _, mark := range marks {
		if !strings.Contains(text, mark) {
			return false
		}
	}
	return true
}

// end waits for the program's end, and returns its exit code and its output outside the window.
func (term *terminal) end() (code int, said string) {
	term.t.Helper()
	<-term.done
	term.mu.Lock()
	defer term.mu.Unlock()
	if term.display.wrong != "" {
		term.t.Errorf("%s; the frame:\n%s", term.display.wrong, term.shown)
	}
	said = strings.ReplaceAll(term.display.outside, "\r\n", "\n")
	return term.cmd.ProcessState.ExitCode(), progressBar.ReplaceAllString(said, "")
}

// progressBar matches the remains of a progress bar: how often it is drawn depends on the load.
var progressBar = regexp.MustCompile(`(?m)^[a-z ]+\[[=> -]*\] .*\n`)
