package program

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestTurn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		behaviour string
		from      ReplyFrom
		text      string
		want      string
	}{
		{"upper", "", "hello\n\nworld ", "HELLO\n\nWORLD "},
		{"upper", ReplyStdout, "é😀", "É😀"},
		{"upper", ReplyLastLine, "a\nb", "B"},
		{"upper", "", strings.Repeat("x", 1<<20), strings.Repeat("X", 1<<20)},
		{"deaf", "", strings.Repeat("x", 1<<20), "done"},
		{"banner", ReplyLastLine, "hello", "you said hello"},
		{"banner", "", "hello", "\n> agent@1.0.0 start\n> node agent.js\n\n you said hello "},
		{"file", ReplyFile, "hello", "in a file"},
		{"latin-1", "", "", "caf\uFFFD"},
	} {
		t.Run(tt.behaviour, func(t *testing.T) {
			t.Parallel()
			c := behaving(t, tt.behaviour)
			c.Reply = tt.from
			p := opened(t, c, Setup{})
			got, err := turnOf(t, p, 1, tt.text)
			wantReply(t, tt.want, got, err)
		})
	}
}

// Each turn has a process of its own.
func TestTurn_Again(t *testing.T) {
	t.Parallel()
	p := opened(t, behaving(t, "upper"), Setup{})
	for n, text := range []string{"a", "b"} {
		got, err := turnOf(t, p, n+1, text)
		wantReply(t, strings.ToUpper(text), got, err)
	}
}

func TestTurn_Fails(t *testing.T) {
	t.Parallel()
	turn := func(t *testing.T, behaviour string, from ReplyFrom) (string, error) {
		t.Parallel()
		c := behaving(t, behaviour)
		c.Reply = from
		return turnOf(t, opened(t, c, Setup{}), 1, "hello")
	}
	t.Run("crash", func(t *testing.T) {
		got, err := turn(t, "crash", "")
		e := wantError[*ExitError](t, `the program ended with exit code 3: ValueError: no \x1b[31mkey\x00`, got, err)
		wantLines(t, []string{"Traceback (most recent call last):", `File "x.py"`, `ValueError: no \x1b[31mkey\x00`,
			"Node.js v22"}, e.Last)
		if e.Code != 3 {
			t.Errorf("exit code %d", e.Code)
		}
	})
	t.Run("crash on stdout", func(t *testing.T) {
		got, err := turn(t, "crash on stdout", "")
		wantError[*ExitError](t, "the program ended with exit code 4: half a reply", got, err)
	})
	t.Run("silent", func(t *testing.T) {
		got, err := turn(t, "silent", "")
		wantError[*NoReplyError](t, "no reply: stdout is empty: no answer today", got, err)
	})
	t.Run("silent line", func(t *testing.T) {
		got, err := turn(t, "silent", ReplyLastLine)
		wantError[*NoReplyError](t, "no reply: stdout is empty: no answer today", got, err)
	})
	t.Run("no file", func(t *testing.T) {
		got, err := turn(t, "no file", ReplyFile)
		wantError[*NoReplyError](t, "no reply: the file $BEAVER_EVAL_REPLY is empty: a log", got, err)
	})
	t.Run("folder", func(t *testing.T) {
		got, err := turn(t, "folder", ReplyFile)
		wantError[*ProtocolError](t, "$BEAVER_EVAL_REPLY is no longer the path of a file", got, err)
	})
	t.Run("big file", func(t *testing.T) {
		got, err := turn(t, "big file", ReplyFile)
		wantError[*FloodError](t, "the program was ended: the file $BEAVER_EVAL_REPLY is longer than 16 MB", got, err)
	})
	t.Run("flood", func(t *testing.T) {
		got, err := turn(t, "flood", "")
		wantError[*FloodError](t, "the program was ended: stdout is longer than 16 MB", got, err)
	})
	t.Run("stderr", func(t *testing.T) {
		got, err := turn(t, "stderr", "")
		e := wantError[*ExitError](t, "the program ended with exit code 5: the end", got, err)
		wantLines(t, []string{strings.Repeat("x", shownLine) + "…", "the end"}, e.Last)
	})
}

func TestTurn_Timeout(t *testing.T) {
	t.Parallel()
	errLimit := errors.New("nothing came for 60s")
	for _, tt := range []struct {
		name string
		end  func(parent context.Context) (context.Context, context.CancelFunc)
		want string
	}{
		{"limit", func(parent context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(parent, 200*time.Millisecond)
		}, "the program was ended: no reply in time"},
		{"cause", func(parent context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeoutCause(parent, 200*time.Millisecond, errLimit)
		}, "the program was ended: nothing came for 60s"},
		{"cancelled", func(parent context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(parent)
			time.AfterFunc(200*time.Millisecond, cancel)
			return ctx, cancel
		}, "the program was ended: the run was interrupted"},
		{"before", func(parent context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(parent)
			cancel()
			return ctx, cancel
		}, "the program was ended: the run was interrupted"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := opened(t, behaving(t, "never"), Setup{})
			ctx, cancel := tt.end(t.Context())
			defer cancel()
			got, err := p.Turn(ctx, 1, "hello")
			e := wantError[*TimeoutError](t, tt.want, got, err)
			if !errors.Is(err, context.Cause(ctx)) {
				t.Errorf("the error has the cause %v, not %v", e.Cause, context.Cause(ctx))
			}
		})
	}
}

// The last output of a program follows the reason that it was ended.
func TestTurn_TimeoutLast(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		behaviour string
		keep      Keep
		want      string
	}{{"never", KeepTurn, "thinking"}, {"mute", KeepCase, "working on it"}} {
		waits := filepath.Join(t.TempDir(), "waits")
		c := behaving(t, tt.behaviour, waits)
		c.Keep = tt.keep
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			awaitFile(waits)
			cancel()
		}()
		p := opened(t, c, Setup{})
		got, err := p.Turn(ctx, 1, "hello")
		wantError[*TimeoutError](t, "the program was ended: the run was interrupted; its last line: "+tt.want, got, err)
		if p := processOf(p); p != nil && p.cmd.ProcessState == nil {
			t.Error("the program still runs")
		}
	}
}

func TestTurn_Start(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	syscall.ForkLock.RLock() // a process that starts meanwhile would hold the files open for writing
	for name, mode := range map[string]os.FileMode{"mine": 0o700, "text": 0o600} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/no/such/interpreter\n"), mode); err != nil {
			t.Error(err)
		}
	}
	syscall.ForkLock.RUnlock()
	for _, tt := range []struct{ command, want string }{
		{"no-such-agent",
			"cannot start no-such-agent: there is no such program in PATH, and none of that name in the project"},
		{"mine", "cannot start mine: there is no such program in PATH; the one in the project is ./mine"},
		{"./missing", "cannot start ./missing: there is no such program; its path is relative to the suite's project"},
		{"no\x1bne", `cannot start no\x1bne: there is no such program in PATH`},
	} {
		p := opened(t, &Config{Command: []string{tt.command}}, Setup{Dir: dir})
		got, err := turnOf(t, p, 1, "hello")
		wantError[*StartError](t, tt.want, got, err)
	}
	if os.PathSeparator != '/' {
		return // without such modes there are no such first lines
	}
	for _, tt := range []struct{ command, want string }{
		{"./text", "cannot start ./text: it is not executable"},
		{"./mine", "cannot start ./mine: the folder to run it in, or the interpreter in its first line, does " +
			"not exist"},
	} {
		p := opened(t, &Config{Command: []string{tt.command}}, Setup{Dir: dir})
		got, err := turnOf(t, p, 1, "hello")
		wantError[*StartError](t, tt.want, got, err)
	}
}

// A path is relative to the project, a bare name is looked up in the PATH that the program will have.
func TestTurn_Finds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "bin"), 0o700); err != nil {
		t.Fatal(err)
	}
	name := "agent" + filepath.Ext(self(t))
	if err := os.Link(self(t), filepath.Join(dir, "bin", name)); err != nil {
		t.Skip("no link to the test's binary: ", err)
	}
	for _, command := range []string{"bin/" + name, "./bin/" + name, name} {
		c := behaving(t, "folder name")
		c.Command[0] = command
		c.Env["PATH"] = "bin" + string(filepath.ListSeparator) + "$PATH"
		got, err := turnOf(t, opened(t, c, Setup{Dir: dir}), 1, "")
		wantReply(t, dir, got, err)
	}
}
