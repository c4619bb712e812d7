package initialize

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app"
	"github.com/beaver-eval/beaver-eval/pipeline/app/program"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

// Bounds of a try, so that none hangs.
const (
	nextLimit    = 10 * time.Second // from one request to the next, or to the reply
	mostRequests = 200
	together     = 150 * time.Millisecond // answers are held back as long as requests come at shorter distances
)

// errListens says that a program listens on the port that it was given: it is an HTTP service.
var errListens = errors.New("it listens on $PORT")

// request is a request of the tried program.
type request struct {
	body   *app.Body
	answer answer
	beside []*request // those that waited for their answers when it came
}

// says reports whether a message of the request contains a text.
func (r *request) says(text string) bool {
	return slices.ContainsFunc(r.body.Request.Messages, func(m pipeline.Message) bool {
		return strings.Contains(m.Content(), text)
	})
}

// outcome is what came of a try.
type outcome struct {
	way      way
	reply    string
	requests []*request
	err      error                    // nil: it replied, and asked a model before
	shown    func(text string) string // see app.Proxy.Shown
}

// heard reports whether the user's text has reached the model.
func (o *outcome) heard() bool {
	return slices.ContainsFunc(o.requests, func(r *request) bool { return r.says(userText) })
}

// trial answers the requests of a program's first turn, by their schemas. It implements app.Handler.
type trial struct {
	store *app.Store
	stop  context.CancelCauseFunc

	mu       sync.Mutex
	requests []*request
	waiting  []*request
	last     time.Time // of the last arrival
	vectors  int       // requests for vectors
	problems []string  // refused requests
}

// try starts the program in a way, and gives it one turn. Nothing of it is left running.
func (w way) try(ctx context.Context, dir string) *outcome {
	o := &outcome{way: w}
	proxy, err := app.OpenProxy(app.Setup{Key: rand.Text()})
	if err != nil {
		o.err = err
		return o
	}
	defer proxy.Close()
	o.shown = proxy.Shown
	scratch, err := program.NewScratch()
	if err != nil {
		o.err = err
		return o
	}
	defer scratch.Remove()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	t := &trial{store: app.NewStore(), stop: stop}
	if _, o.err = proxy.Let(caseName, t); o.err != nil {
		return o
	}
	config, port := w.config, 0
	if config.Serve == nil {
		if port, o.err = freePort(); o.err != nil {
			return o
		}
		config.Env = map[string]string{"PORT": strconv.Itoa(port)}
	}
	p, err := program.Open(&config, program.Setup{
		Dir: dir, Case: caseName, Vars: proxy.Variables(caseName, scratch.Path), Shown: proxy.Shown,
	})
	if err != nil {
		o.err = err
		return o
	}
	go t.watch(ctx, w.limit(), port)
	o.reply, o.err = p.Turn(ctx, 1, userText)
	if err := p.Close(); o.err == nil {
		o.err = err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	o.requests = slices.Clone(t.requests)
	if o.err == nil && len(o.requests) == 0 {
		o.err = t.unasked()
	}
	return o
}

// unasked is the error of a program that replied without asking a model.
func (t *trial) unasked() error {
	if len(t.problems) > 0 {
		return fmt.Errorf("no request for a model came in; refused: %s", t.problems[0])
	}
	return errors.New("no request for a model came in")
}

// freePort returns a port of the loopback interface that nobody listens on.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// watch ends a program that hangs, asks without end, or listens on a port, which shows that it is an HTTP service; 0:
// it is known to be one.
func (t *trial) watch(ctx context.Context, first time.Duration, port int) {
	began := time.Now()
	for ticker := time.NewTicker(50 * time.Millisecond); ; {
		select {
		case <-ctx.Done():
			ticker.Stop()
			return
		case <-ticker.C:
		}
		t.mu.Lock()
		n, last := len(t.requests)+t.vectors, t.last
		t.mu.Unlock()
		switch {
		case n == 0 && time.Since(began) > first:
			t.stop(fmt.Errorf("no request within %v", first))
		case n > 0 && time.Since(last) > nextLimit:
			t.stop(fmt.Errorf("still at work %v after its last request", nextLimit))
		case n > mostRequests:
			t.stop(fmt.Errorf("more than %d requests in one turn", mostRequests))
		case n == 0 && port > 0 && listens(port):
			t.stop(errListens)
		}
	}
}

func listens(port int) bool {
	conn, err := net.DialTimeout("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), time.Second)
	if err == nil {
		conn.Close()
	}
	return err == nil
}

// created is the time of all answers, as in every run.
var created = time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC)

// Ask implements app.Handler.
func (t *trial) Ask(ctx context.Context, r app.Request) app.ProxyAnswer {
	body, err := t.store.Read(r.Endpoint, r.Body)
	if err != nil {
		t.Refused(err.Error())
		return app.ProxyAnswer{Sent: app.Fail(r.Endpoint, http.StatusBadRequest, "beaver-eval: "+err.Error())}
	}
	said, seed := answerTo(body), "load"
	if !body.Loads() {
		of, n := t.arrives(body, said)
		seed = "request-" + strconv.Itoa(n)
		t.settle(ctx)
		defer t.answered(of)
	}
	sent, err := t.store.Write(body, app.Reply{Response: said.response(), Seed: seed, Created: created})
	if err != nil {
		return app.ProxyAnswer{Sent: app.Fail(r.Endpoint, http.StatusBadRequest, "beaver-eval: "+err.Error())}
	}
	return app.ProxyAnswer{Sent: sent}
}

// arrives keeps a request, and returns its number.
func (t *trial) arrives(body *app.Body, said answer) (*request, int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	of := &request{body: body, answer: said, beside: slices.Clone(t.waiting)}
	t.requests, t.waiting, t.last = append(t.requests, of), append(t.waiting, of), time.Now()
	return of, len(t.requests)
}

// settle waits until no request has come for a while, so that concurrent ones are seen as such.
func (t *trial) settle(ctx context.Context) {
	for {
		t.mu.Lock()
		left := together - time.Since(t.last)
		t.mu.Unlock()
		if left <= 0 || ctx.Err() != nil {
			return
		}
		time.Sleep(left)
	}
}

func (t *trial) answered(of *request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = slices.DeleteFunc(t.waiting, func(r *request) bool { return r == of })
}

// Embed implements app.Handler.
func (t *trial) Embed(ctx context.Context, b *app.EmbeddingsBody) app.Sent {
	t.mu.Lock()
	t.vectors++
	t.last = time.Now()
	t.mu.Unlock()
	vectors, err := retrieval.BuiltIn{}.Embed(ctx, b.Texts)
	if err == nil {
		var sent app.Sent
		if sent, err = b.Write(vectors); err == nil {
			return sent
		}
	}
	return app.Fail(app.ChatCompletions, http.StatusBadRequest, "beaver-eval: "+err.Error())
}

// Models implements app.Handler.
func (*trial) Models() []string { return []string{"beaver-eval"} }

// Refused implements app.Handler.
func (t *trial) Refused(what string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.problems = append(t.problems, what)
}

// TooManyConnections implements app.Handler.
func (t *trial) TooManyConnections(err error) { t.stop(err) }
