package app_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app"
)

// handler is a case that gives every request the same answer.
type handler struct {
	store *app.Store

	mu      sync.Mutex
	asked   []app.Request
	refused []string
	broken  app.Broken // how answers are broken
	at      int
}

// said is what the handler answers.
const said = "It is sunny in Oslo, and 21° warm."

// Ask implements Handler.
func (g *handler) Ask(_ context.Context, r app.Request) app.ProxyAnswer {
	g.mu.Lock()
	g.asked = append(g.asked, r)
	g.mu.Unlock()
	body, err := g.store.Read(r.Endpoint, r.Body)
	if err != nil {
		return app.ProxyAnswer{Sent: app.Fail(r.Endpoint, http.StatusBadRequest, err.Error())}
	}
	sent, err := g.store.Write(body, app.Reply{
		Response: pipeline.Response{Content: said}, Seed: "seed", Created: time.Unix(1_700_000_000, 0),
	})
	if err != nil {
		return app.ProxyAnswer{Sent: app.Fail(r.Endpoint, http.StatusInternalServerError, err.Error())}
	}
	return app.ProxyAnswer{Sent: sent, Broken: g.broken, At: g.at}
}

// Embed implements Handler.
func (g *handler) Embed(_ context.Context, b *app.EmbeddingsBody) app.Sent {
	sent, err := b.Write(slices.Repeat([][]float32{{1, 0.5}}, len(b.Texts)))
	if err != nil {
		return app.Fail(app.ChatCompletions, http.StatusBadRequest, err.Error())
	}
	return sent
}

// Models implements Handler.
func (*handler) Models() []string { return []string{"beaver-eval"} }

// Refused implements Handler.
func (g *handler) Refused(what string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.refused = append(g.refused, what)
}

// TooManyConnections implements Handler.
func (g *handler) TooManyConnections(err error) { g.Refused(err.Error()) }

// taken returns the requests and refusals since the last call.
func (g *handler) taken() (asked []app.Request, refused []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	asked, refused = g.asked, g.refused
	g.asked, g.refused = nil, nil
	return asked, refused
}

// opened returns a proxy with one handler.
func opened(t testing.TB, name string) (*app.Proxy, *handler) {
	t.Helper()
	return openedAs(t, name, app.Setup{Key: runKey})
}

// runKey is the key of the proxies of tests.
const runKey = "THE.KEY-OF_1~RUN"

// openedAs is opened with a custom setup.
func openedAs(t testing.TB, name string, s app.Setup) (*app.Proxy, *handler) {
	t.Helper()
	d, err := app.OpenProxy(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	g := &handler{store: app.NewStore()}
	leave, err := d.Let(name, g)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(leave)
	return d, g
}

// ask sends a request and returns the status and body of the answer.
func ask(t testing.TB, method, url string, body []byte) (status int, answer []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err = io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, answer
}

// endpoint returns the endpoint of a recorded path; empty: no model is asked.
func endpoint(path string) app.Endpoint {
	for end, e := range map[string]app.Endpoint{
		"/chat/completions": app.ChatCompletions, "/responses": app.Responses, "/messages": app.Messages,
		"/api/chat": app.OllamaChat, "/api/generate": app.OllamaGenerate,
	} {
		if strings.HasSuffix(path, end) {
			return e
		}
	}
	return ""
}
