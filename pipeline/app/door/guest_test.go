package door_test

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
	"github.com/beaver-eval/beaver-eval/pipeline/app/api"
	"github.com/beaver-eval/beaver-eval/pipeline/app/door"
)

// guest is a case that gives every request the same answer.
type guest struct {
	store *api.Store

	mu      sync.Mutex
	asked   []door.Request
	refused []string
	broken  door.Broken // how answers are not given as they should be
	at      int
}

// said is what the guest answers.
const said = "It is sunny in Oslo, and 21° warm."

// Ask implements door.Guest.
func (g *guest) Ask(_ context.Context, r door.Request) door.Answer {
	g.mu.Lock()
	g.asked = append(g.asked, r)
	g.mu.Unlock()
	body, err := g.store.Read(r.Endpoint, r.Body)
	if err != nil {
		return door.Answer{Sent: api.Fail(r.Endpoint, http.StatusBadRequest, err.Error())}
	}
	sent, err := g.store.Write(body, api.Reply{
		Response: pipeline.Response{Content: said}, Seed: "seed", Created: time.Unix(1_700_000_000, 0),
	})
	if err != nil {
		return door.Answer{Sent: api.Fail(r.Endpoint, http.StatusInternalServerError, err.Error())}
	}
	return door.Answer{Sent: sent, Broken: g.broken, At: g.at}
}

// Embed implements door.Guest.
func (g *guest) Embed(_ context.Context, b *api.EmbeddingsBody) api.Sent {
	sent, err := b.Write(slices.Repeat([][]float32{{1, 0.5}}, len(b.Texts)))
	if err != nil {
		return api.Fail(api.ChatCompletions, http.StatusBadRequest, err.Error())
	}
	return sent
}

// Models implements door.Guest.
func (*guest) Models() []string { return []string{"beaver-eval"} }

// Refused implements door.Guest.
func (g *guest) Refused(what string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.refused = append(g.refused, what)
}

// Crowded implements door.Guest.
func (g *guest) Crowded(err error) { g.Refused(err.Error()) }

// taken is what the guest has been asked and told since the last time.
func (g *guest) taken() (asked []door.Request, refused []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	asked, refused = g.asked, g.refused
	g.asked, g.refused = nil, nil
	return asked, refused
}

// opened is a door with one guest.
func opened(t testing.TB, name string) (*door.Door, *guest) {
	t.Helper()
	return openedAs(t, name, door.Setup{Key: runKey})
}

// runKey is the key of the doors of tests.
const runKey = "THE.KEY-OF_1~RUN"

// openedAs is opened for a door of one's own.
func openedAs(t testing.TB, name string, s door.Setup) (*door.Door, *guest) {
	t.Helper()
	d, err := door.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	g := &guest{store: api.NewStore()}
	leave, err := d.Let(name, g)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(leave)
	return d, g
}

// ask sends a request and gives the status and the body of the answer.
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

// endpoint is what a recorded path asks for; empty: no model is asked.
func endpoint(path string) api.Endpoint {
	for end, e := range map[string]api.Endpoint{
		"/chat/completions": api.ChatCompletions, "/responses": api.Responses, "/messages": api.Messages,
		"/api/chat": api.OllamaChat, "/api/generate": api.OllamaGenerate,
	} {
		if strings.HasSuffix(path, end) {
			return e
		}
	}
	return ""
}
