package program

import (
	"context"
	"net"
	"path/filepath"
	"strconv"
	"testing"
)

// serving is a service with a behaviour of the tests' program.
func serving(t testing.TB, behaviour string) *Config {
	c := behaving(t, behaviour)
	c.Serve, c.Command = c.Command, nil
	c.Post = &Post{
		URL: "http://127.0.0.1:$PORT/chat", Body: `{"message": $TEXT, "session": $CASE}`, Reply: "$.answer.text",
	}
	return c
}

func TestService(t *testing.T) {
	t.Parallel()
	for _, behaviour := range []string{"service", "late", "slash"} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			p := opened(t, serving(t, behaviour), Setup{Case: `my "case"`})
			for n, text := range []string{"hello", "\"two\"\nlines", "\xff"} {
				got, err := turnOf(t, p, n+1, text)
				want := []string{"HELLO", "\"TWO\"\nLINES", "\uFFFD"}[n]
				wantReply(t, want+` in my "case"`, got, err)
			}
		})
	}
}

// Without a path the reply is the whole answer; arguments may use the port.
func TestService_WholeAnswer(t *testing.T) {
	t.Parallel()
	c := serving(t, "service")
	c.Post.Reply = ""
	got, err := turnOf(t, opened(t, c, Setup{Case: "c"}), 1, "a")
	wantReply(t, `{"answer":{"text":"A in c"}}`, got, err)
}

func TestService_Fails(t *testing.T) {
	t.Parallel()
	turn := func(t *testing.T, behaviour string) (string, error) {
		t.Parallel()
		return turnOf(t, opened(t, serving(t, behaviour), Setup{}), 1, "hello")
	}
	t.Run("dies", func(t *testing.T) {
		got, err := turn(t, "dies")
		wantError[*ExitError](t,
			"the program ended with exit code 1 before it listened on its port ($PORT): Error: no database", got, err)
	})
	t.Run("dies in turn", func(t *testing.T) {
		got, err := turn(t, "dies in turn")
		wantError[*ExitError](t, "the program ended with exit code 7 before its reply: giving up", got, err)
	})
	t.Run("500", func(t *testing.T) {
		got, err := turn(t, "500")
		wantError[*StatusError](t, "the service answered with status 500: out of order", got, err)
	})
	t.Run("elsewhere", func(t *testing.T) {
		got, err := turn(t, "elsewhere")
		wantError[*StatusError](t, "the service answered with status 307", got, err)
	})
	t.Run("number", func(t *testing.T) {
		got, err := turn(t, "number")
		wantError[*ProtocolError](t,
			`the service's answer has no text at $.answer.text: {"answer": {"text": 7}}`, got, err)
	})
	t.Run("nothing", func(t *testing.T) {
		got, err := turn(t, "nothing")
		wantError[*ProtocolError](t, "the service's answer has nothing at $.answer.text: {}", got, err)
	})
	t.Run("HTML", func(t *testing.T) {
		got, err := turn(t, "HTML")
		wantError[*ProtocolError](t, "the service's answer is not JSON: <html>", got, err)
	})
	t.Run("too big", func(t *testing.T) {
		got, err := turn(t, "too big")
		wantError[*FloodError](t, "the program was ended: the service's answer is longer than 16 MB", got, err)
	})
	t.Run("hangs up", func(t *testing.T) {
		got, err := turn(t, "hangs up")
		wantError[*ProtocolError](t,
			"the request to the service failed: the connection ended without an answer", got, err)
	})
}

func TestService_Timeout(t *testing.T) {
	t.Parallel()
	for behaviour, state := range map[string]string{
		"hangs": "", "never": "; nothing listens at 127.0.0.1 and $PORT; its last line: thinking",
	} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			waits := filepath.Join(t.TempDir(), "waits")
			c := serving(t, behaviour)
			c.Serve = append(c.Serve, waits)
			p := opened(t, c, Setup{})
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				awaitFile(waits)
				cancel()
			}()
			got, err := p.Turn(ctx, 1, "hello")
			wantError[*TimeoutError](t, "the program was ended: the run was interrupted"+state, got, err)
			got, err = turnOf(t, p, 2, "hello")
			e := wantError[*ExitError](t, "the program ", got, err)
			if e.Early != "turn 2" {
				t.Errorf("it ended before %q", e.Early)
			}
		})
	}
}

// A service whose port is taken by somebody's connection gets another one.
func TestService_PortTaken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	connected := make(chan struct{})
	go func() {
		defer close(connected)
		port, err := strconv.Atoi(awaitFile(filepath.Join(dir, "port")))
		if err != nil {
			t.Error(err)
			return
		}
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port}}
		c, err := d.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Error(err)
			return
		}
		t.Cleanup(func() { c.Close() })
		write(filepath.Join(dir, "taken"), "")
	}()
	c := serving(t, "unlucky")
	c.Env["STATE_DIR"] = "$DIR"
	p := opened(t, c, Setup{Case: "c", Vars: map[string]string{"DIR": dir}})
	got, err := turnOf(t, p, 1, "hello")
	wantReply(t, "HELLO in c", got, err)
	<-connected
}

func TestWithPort(t *testing.T) {
	t.Parallel()
	for arg, want := range map[string]string{
		"$PORT": "80", "--port=${PORT}": "--port=80", "x": "x", "$PORTAL $PORT_ $$": "$PORTAL $PORT_ $$",
		"$PORT/$PORT.": "80/80.", "${PORT": "${PORT",
	} {
		if got := withPort(arg, "80"); got != want {
			t.Errorf("%s: %q, want %q", arg, got, want)
		}
	}
}

// Programs that share Ports never get the same port, and a released port can be used again.
func TestPorts(t *testing.T) {
	t.Parallel()
	var ports Ports
	had := map[int]bool{}
	for range 200 {
		port, err := ports.take()
		if err != nil {
			t.Fatal(err)
		}
		if had[port] {
			t.Fatalf("port %d twice", port)
		}
		had[port] = true
	}
	for port := range had {
		ports.release(port)
	}
	if len(ports.taken) != 0 {
		t.Errorf("%d ports are still taken", len(ports.taken))
	}
}
