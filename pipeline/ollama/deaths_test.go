package ollama_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// fleet is servers that die and come back at random. It implements http.RoundTripper.
type fleet struct {
	mu     sync.Mutex
	chance *rand.Rand
	hosts  map[string]*mortal
	whole  map[string]int // answers that were sent to their end, by prompt
}

// mortal is a server of a fleet.
type mortal struct {
	way     death
	dies    context.Context // ends with its life
	kill    context.CancelFunc
	missed  bool // a request has failed since it died: nobody else can tell that it was gone
	another bool // it has another model under the name since it came back
	cold    bool // it has not loaded its model since it came back
	early   int  // requests for answers that came before it was loaded
}

// death is how a server is gone; empty: it is there.
type death string

const (
	refuses  death = "refuses"
	resets   death = "resets"
	hangs    death = "hangs"
	unproxed death = "is behind a gateway"
)

// live lets each host but the first of several die and come back until ctx ends.
func (f *fleet) live(ctx context.Context, names []string) {
	for i, name := range names {
		h := &mortal{}
		h.dies, h.kill = context.WithCancel(ctx)
		f.hosts[name] = h
		if i == 0 && len(names) > 1 {
			continue
		}
		go func() {
			for f.rest(ctx, 0, 20*time.Second) {
				f.mu.Lock()
				h.way = []death{refuses, resets, hangs, unproxed}[f.chance.IntN(4)]
				h.missed = false
				h.kill()
				f.mu.Unlock()
				least := time.Duration(0)
				if h.way == hangs { // longer than a call and the look after it
					least = 80 * time.Second
				}
				if !f.rest(ctx, least, 40*time.Second) {
					return
				}
				f.mu.Lock()
				h.way, h.cold, h.another = "", h.missed, h.missed && len(names) > 1 && f.chance.IntN(3) == 0
				h.dies, h.kill = context.WithCancel(ctx)
				f.mu.Unlock()
			}
		}()
	}
}

// rest waits for some time more than least, and reports whether the fleet goes on.
func (f *fleet) rest(ctx context.Context, least, most time.Duration) bool {
	f.mu.Lock()
	d := least + time.Duration(f.chance.Int64N(int64(most)))
	f.mu.Unlock()
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// RoundTrip implements http.RoundTripper.
func (f *fleet) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
	}
	f.mu.Lock()
	h := f.hosts[r.URL.Host]
	way, dies, another := h.way, h.dies, h.another
	h.missed = h.missed || way != ""
	takes := time.Duration(f.chance.Int64N(int64(8 * time.Second)))
	f.mu.Unlock()
	switch way {
	case refuses:
		return nil, &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	case resets:
		return nil, io.ErrUnexpectedEOF
	case hangs:
		<-r.Context().Done()
		return nil, r.Context().Err()
	case unproxed:
		return said(http.StatusBadGateway, strings.NewReader("<html>Bad Gateway</html>")), nil
	}
	digest := "5a"
	if another {
		digest = "66"
	}
	switch r.URL.Path {
	case "/api/version":
		return said(http.StatusOK, strings.NewReader(`{"version":"0.17.4"}`)), nil
	case "/api/show":
		return said(http.StatusOK, strings.NewReader(`{"capabilities":["completion"]}`)), nil
	case "/api/tags":
		return said(http.StatusOK, strings.NewReader(`{"models":[{"name":"tiny:latest","digest":"`+digest+`"}]}`)), nil
	}
	return said(http.StatusOK, f.chat(r.Context(), dies, h, body, takes)), nil
}

// chat returns an answer that repeats the prompt in two lines, or one that loads the model.
func (f *fleet) chat(ctx, dies context.Context, h *mortal, body []byte, takes time.Duration) io.Reader {
	var req struct {
		Messages []struct{ Content string }
	}
	if err := json.Unmarshal(body, &req); err != nil {
		panic(err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(req.Messages) == 0 {
		h.cold = false
		return strings.NewReader(`{"message":{"content":""},"done":true,"done_reason":"load"}` + "\n")
	}
	if h.cold {
		h.early++
	}
	prompt := req.Messages[0].Content
	if h.another {
		prompt = "of another model"
	}
	return &mortalAnswer{ctx: ctx, dies: dies, takes: takes, lines: []string{
		`{"message":{"content":"to "}}` + "\n",
		`{"message":{"content":"` + prompt + `"}}` + "\n" + `{"message":{"content":""},"done":true}` + "\n",
	}, cut: func() {
		f.mu.Lock()
		way := h.way
		f.mu.Unlock()
		if way == hangs {
			<-ctx.Done()
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		h.missed = true
	}, end: func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.whole[prompt]++
	}}
}

// mortalAnswer is the body of an answer, which is cut or hangs when its server dies.
type mortalAnswer struct {
	ctx, dies context.Context
	takes     time.Duration // before each line
	lines     []string
	cut, end  func()
}

// Read implements io.Reader.
func (a *mortalAnswer) Read(p []byte) (int, error) {
	if len(a.lines) == 0 {
		return 0, io.EOF
	}
	select {
	case <-a.ctx.Done():
		return 0, a.ctx.Err()
	case <-a.dies.Done():
		a.cut()
		return 0, io.ErrUnexpectedEOF
	case <-time.After(a.takes):
	}
	line := a.lines[0]
	if a.lines = a.lines[1:]; len(a.lines) == 0 {
		a.end()
	}
	return copy(p, line), nil
}

func said(status int, body io.Reader) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(body)}
}

// Servers die at random, in the middle of answers too, and come back, some with another model. Each call has its own
// whole answer, from the run's model, once. If one server stays, no call is without an answer; else a call is asked
// again, as a resumed run does. A server that has come back loads its model before it is asked.
func TestDeaths(t *testing.T) {
	seeds := 20
	if testing.Short() {
		seeds = 5
	}
	for _, n := range []int{1, 3, 20} {
		for seed := range uint64(seeds) {
			t.Run(fmt.Sprintf("%d servers, seed %d", n, seed), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { tryDeaths(t, n, seed) })
			})
		}
	}
}

func tryDeaths(t *testing.T, n int, seed uint64) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	f := &fleet{chance: rand.New(rand.NewPCG(seed, uint64(n))), hosts: map[string]*mortal{}, whole: map[string]int{}}
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("127.0.0.1:%d", 20000+i))
	}
	c, err := ollama.New(ollama.Config{
		Hosts: strings.Join(names, ","), Config: server.Config{Transport: f, Parallel: 2},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		f.hosts[name] = &mortal{dies: ctx}
	}
	if _, _, err := c.Check(ctx, []server.Use{{Model: "tiny"}}); err != nil {
		t.Fatal(err)
	}
	f.live(ctx, names)
	var cases sync.WaitGroup
	for i := range 20 * min(n, 5) {
		cases.Go(func() {
			prompt := fmt.Sprintf("case-%d", i)
			for {
				got, err := ask(ctx, c, prompt)
				if err == nil {
					if got != "to "+prompt {
						t.Errorf("%s: %q", prompt, got)
					}
					return
				}
				if failure, ok := errors.AsType[*pipeline.Failure](err); !ok || !failure.Unanswered() || n > 1 {
					t.Errorf("%s: %v", prompt, err)
					return
				}
				time.Sleep(10 * time.Second)
			}
		})
	}
	cases.Wait()
	sum(t, f, c)
}

// ask asks for an answer within a minute, which a server that is there always keeps.
func ask(ctx context.Context, c *ollama.Client, prompt string) (string, error) {
	got, err := c.Chat(ctx, pipeline.Request{
		Stage: "main", Model: "tiny", Timeout: time.Minute,
		Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Message", prompt)},
	})
	return got.Content, err
}

// sum checks what the servers have seen.
func sum(t *testing.T, f *fleet, c *ollama.Client) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for prompt, whole := range f.whole {
		if whole != 1 {
			t.Errorf("%s has %d whole answers", prompt, whole)
		}
	}
	answers := 0
	for _, s := range c.States() {
		answers += s.Answers
	}
	if answers != len(f.whole) {
		t.Errorf("%d answers are counted, %d were given", answers, len(f.whole))
	}
	for name, h := range f.hosts {
		if h.early > 0 {
			t.Errorf("%s was asked %d times before it had loaded its model", name, h.early)
		}
	}
}
