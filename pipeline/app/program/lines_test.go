package program

import (
	"fmt"
	"testing"
)

// cased is a program that runs throughout its case.
func cased(t *testing.T, behaviour string) *Program {
	t.Helper()
	c := behaving(t, behaviour)
	c.Keep = KeepCase
	return opened(t, c, Setup{})
}

func TestLines(t *testing.T) {
	t.Parallel()
	p := cased(t, "echo")
	for n, text := range []string{"hello", "two\nlines \"<b>\" \u2028", "\xff", " "} {
		got, err := turnOf(t, p, n+1, text)
		if text == "\xff" {
			text = "\uFFFD"
		}
		wantReply(t, fmt.Sprintf("%d %s", n+1, text), got, err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if got, err := turnOf(t, p, 5, "hello"); err == nil {
		t.Errorf("a program that has been closed replies %q", got)
	}
}

// The last reply of a program may lack a line ending.
func TestLines_NoEndOfLine(t *testing.T) {
	t.Parallel()
	got, err := turnOf(t, cased(t, "no end of line"), 1, "hello")
	wantReply(t, "bye", got, err)
}

func TestLines_Fails(t *testing.T) {
	t.Parallel()
	t.Run("eager", func(t *testing.T) {
		t.Parallel()
		p := cased(t, "eager")
		l := p.conversation.(*lines)
		if err := l.started(); err != nil {
			t.Fatal(err)
		}
		<-l.replies.changed
		got, err := turnOf(t, p, 1, "hello")
		wantError[*ProtocolError](t, `a reply came before the first turn's text was sent: {"reply":"hello"}`, got, err)
	})
	t.Run("twice", func(t *testing.T) {
		t.Parallel()
		p := cased(t, "twice")
		got, err := turnOf(t, p, 1, "hello")
		wantReply(t, "a", got, err)
		got, err = turnOf(t, p, 2, "hello")
		wantError[*ProtocolError](t, `the program replied twice to turn 1: {"reply":"b"}`, got, err)
	})
	t.Run("slowly twice", func(t *testing.T) {
		t.Parallel()
		var got string
		var err error
		for range 5 { // a busy machine may make the program wait longer than it wants to
			p := cased(t, "slowly twice")
			got, err = turnOf(t, p, 1, "hello")
			wantReply(t, "a", got, err)
			if got, err = turnOf(t, p, 2, "hello"); err != nil {
				break
			}
		}
		wantError[*ProtocolError](t, `the program replied twice to turn 1: {"reply":"b"}`, got, err)
	})
	t.Run("late twice", func(t *testing.T) {
		t.Parallel()
		p := cased(t, "late twice")
		got, err := turnOf(t, p, 1, "hello")
		wantReply(t, "a", got, err)
		wantError[*ProtocolError](t, `the program replied twice to turn 1: {"reply":"b"}`, "", p.Close())
	})
	t.Run("wrong turn", func(t *testing.T) {
		t.Parallel()
		got, err := turnOf(t, cased(t, "wrong turn"), 1, "hello")
		wantError[*ProtocolError](t, `a reply to turn 2 came in turn 1: {"reply":"x","turn":2}`, got, err)
	})
	t.Run("blank reply", func(t *testing.T) {
		t.Parallel()
		got, err := turnOf(t, cased(t, "blank reply"), 1, "hello")
		wantError[*NoReplyError](t, "no reply: the reply to turn 1 is empty", got, err)
	})
	t.Run("no turn", func(t *testing.T) {
		t.Parallel()
		got, err := turnOf(t, cased(t, "no turn"), 1, "hello")
		wantError[*ExitError](t, "the program ended with exit code 0 before its reply to turn 1: some log", got, err)
	})
	t.Run("crash", func(t *testing.T) {
		t.Parallel()
		got, err := turnOf(t, cased(t, "crash"), 1, "hello")
		wantError[*ExitError](t, "the program ended with exit code 3 before its reply to turn 1: ValueError", got, err)
	})
	t.Run("no lines", func(t *testing.T) {
		t.Parallel()
		got, err := turnOf(t, cased(t, "no lines"), 1, "hello")
		wantError[*FloodError](t, "the program was ended: a line of stdout is longer than 16 MB", got, err)
	})
	t.Run("one turn", func(t *testing.T) {
		t.Parallel()
		p := cased(t, "one turn")
		got, err := turnOf(t, p, 1, "hello")
		wantReply(t, "only one", got, err)
		<-p.conversation.(*lines).process.done
		got, err = turnOf(t, p, 2, "hello")
		wantError[*ExitError](t, "the program ended with exit code 6 before turn 2: bye", got, err)
	})
}

func TestParseReply(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		line, reply string
		turn        int
		ok          bool
	}{
		{`{"reply":"a"}`, "a", 0, true}, {" {\"x\":[], \"reply\":\"\"}\r", "", 0, true},
		{`{"reply":"a","turn":3}`, "a", 3, true}, {`{"reply":"a","turn":"3"}`, "a", 0, true},
		{`{"reply":null}`, "", 0, false}, {`{"reply":1}`, "", 0, false}, {`{"Reply":"a"}`, "", 0, false},
		{`{"reply":"a"} x`, "", 0, false}, {`"reply"`, "", 0, false}, {`[{"reply":"a"}]`, "", 0, false},
		{``, "", 0, false}, {`null`, "", 0, false}, {`{"reply":"a"`, "", 0, false},
		{`INFO {"reply":"a"}`, "", 0, false},
	} {
		reply, turn, ok := parseReply([]byte(tt.line))
		if reply != tt.reply || turn != tt.turn || ok != tt.ok {
			t.Errorf("%s: got %q, turn %d, %v", tt.line, reply, turn, ok)
		}
	}
}

// A program that lasts through all cases counts each case's turns from 1, and is told its name.
func TestLines_suite(t *testing.T) {
	t.Parallel()
	c := behaving(t, "echo")
	c.Keep = KeepSuite
	p := opened(t, c, Setup{})
	for _, id := range []string{"a", "b"} {
		p.Begin(id)
		if got, _ := p.conversation.(*lines).input(2, "x"); string(got) != `{"case":"`+id+`","turn":2,"text":"x"}`+"\n" {
			t.Errorf("the line of a turn: %s", got)
		}
		for n := range 2 {
			got, err := turnOf(t, p, n+1, "hello")
			wantReply(t, fmt.Sprintf("%d hello", n+1), got, err)
		}
		if !p.EndCase() {
			t.Error("an extra reply where there is none")
		}
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
