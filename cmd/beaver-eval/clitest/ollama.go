package clitest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
)

// ollamaVariable holds the address of a script's Ollama server.
const ollamaVariable = "OLLAMA_HOST"

// serverKey is the key of a script's Ollama server.
type serverKey struct{}

// server is the Ollama server of a script: one at a time.
type server struct {
	ts    *testscript.TestScript
	rules rules
	ends  []func()
	death sync.Once

	mu    sync.Mutex
	asked int // since the script has looked
	all   int
}

// rules are a server's models and answers.
type rules struct {
	Models []ollamatest.Model `json:"models"` // none: all
	After  int                `json:"after"`  // it says nothing more after so many answers; 0: it always says something
	Dies   bool               `json:"dies"`   // then it is gone
	Slow   bool               `json:"slow"`   // each answer takes so long that other servers get calls too
	Rules  []rule             `json:"rules"`  // the first that fits answers
}

// rule is an answer to requests with some words in their last system and user message, and in their body.
type rule struct {
	Model     string          `json:"model"` // empty: any
	System    string          `json:"system"`
	User      string          `json:"user"`
	Sent      string          `json:"sent"` // anywhere in the request's body
	Content   string          `json:"content"`
	Thinking  string          `json:"thinking"`
	ToolCalls json.RawMessage `json:"tool_calls"`
	Done      string          `json:"done_reason"`
	Status    int             `json:"status"`
	Body      string          `json:"body"`
	Location  string          `json:"location"`
	Drop      bool            `json:"drop"`
	Cut       bool            `json:"cut"`
	Hang      bool            `json:"hang"`
}

// ollama [FILE]: starts an Ollama server with the rules in FILE, replacing the script's last one, and puts its URL into
// OLLAMA_HOST. By default Beaver's router gets a route, and others a sentence. With ! it stops the server.
func ollama(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) > 1 || neg && len(args) > 0 {
		ts.Fatalf("usage: [!] ollama [file]")
	}
	s := ts.Value(serverKey{}).(*server)
	s.stop()
	if neg {
		return
	}
	s.asked, s.all = 0, 0
	ts.Setenv(ollamaVariable, s.start(ts, args...))
}

// servers VARIABLE=FILE...: starts an Ollama server with the rules in FILE for each variable, which gets its URL. They
// last until the end of the script.
func servers(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: servers variable=file...")
	}
	for _, arg := range args {
		name, file, _ := strings.Cut(arg, "=")
		ts.Setenv(name, (&server{}).start(ts, file))
	}
}

// start starts a server with the rules in a file, if one is given, and returns its URL.
func (s *server) start(ts *testscript.TestScript, file ...string) string {
	s.ts, s.rules = ts, rules{}
	if len(file) > 0 {
		dec := json.NewDecoder(strings.NewReader(ts.ReadFile(file[0])))
		dec.DisallowUnknownFields()
		ts.Check(dec.Decode(&s.rules))
	}
	ts.Defer(s.stop)
	return ollamatest.New(s, s.answer, s.rules.Models...).URL
}

// asked N: the server was asked for N answers since the last check of the script, or since its start.
func asked(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: asked number")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	s := ts.Value(serverKey{}).(*server)
	s.mu.Lock()
	got := s.asked
	s.asked = 0
	s.mu.Unlock()
	if got != want {
		ts.Fatalf("the server was asked for %d answers, want %d", got, want)
	}
}

// Helper implements ollamatest.T.
func (s *server) Helper() {}

// Cleanup implements ollamatest.T.
func (s *server) Cleanup(f func()) { s.ends = append(s.ends, f) }

func (s *server) stop() {
	s.end()
	s.ends = nil
}

func (s *server) end() {
	for _, end := range s.ends {
		end()
	}
}

// answer returns what the server says.
func (s *server) answer(req ollamatest.Request) ollamatest.Answer {
	s.mu.Lock()
	s.asked++
	s.all++
	gone := s.rules.After > 0 && s.all > s.rules.After
	s.mu.Unlock()
	if s.rules.Slow {
		time.Sleep(50 * time.Millisecond)
	}
	if gone {
		if s.rules.Dies {
			s.death.Do(func() { go s.end() }) // which waits for this answer
		}
		return ollamatest.Answer{Drop: true}
	}
	system, user := req.Last("system"), req.Last("user")
	for _, r := range s.rules.Rules {
		if r.Model != "" && r.Model != req.Model {
			continue
		}
		if strings.Contains(system, r.System) && strings.Contains(user, r.User) &&
			bytes.Contains(req.Raw, []byte(r.Sent)) {
			return r.answer()
		}
	}
	if strings.Contains(system, "Intent Agent") {
		return ollamatest.Answer{Content: `{"action":"simple_chat","reason":"it is small talk"}`}
	}
	return ollamatest.Answer{Content: "It is a fine day."}
}

func (r rule) answer() ollamatest.Answer {
	a := ollamatest.Answer{
		Content: r.Content, Thinking: r.Thinking, ToolCalls: bytes.TrimSpace(r.ToolCalls), DoneReason: r.Done,
		Status: r.Status, Body: r.Body, Drop: r.Drop, Cut: r.Cut, Hang: r.Hang,
	}
	if r.Location != "" {
		a.Header = http.Header{"Location": {r.Location}}
	}
	return a
}
