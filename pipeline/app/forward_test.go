package app

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// ahead builds a forwarded request of a client, and a recorder of what the client gets.
func ahead(t *testing.T, body string, header http.Header) (*forward, *httptest.ResponseRecorder) {
	t.Helper()
	d := &session{store: NewStore(), providers: newForwardClient()}
	b, err := d.store.Read(ChatCompletions, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	client := httptest.NewRecorder()
	return &forward{turn: &turn{session: d}, body: b, request: Request{
		Endpoint: ChatCompletions, Query: "api-version=1", Header: header, Body: []byte(body), Client: client,
	}}, client
}

const given = `{ "model":"m", "messages":[{"role":"user","content":"Hi"}] }`

// The provider gets the client's request but for hop-by-hop headers; the client gets the answer to the byte.
func TestForward(t *testing.T) {
	t.Parallel()
	const said = `{ "choices":[{"message":{"role":"assistant","content":"Hello."}}] }`
	got := make(chan *http.Request, 1)
	sent := make(chan string, 1)
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got <- r
		sent <- string(body)
		w.Header().Set("X-Request-Id", "7")
		w.Header().Set("Keep-Alive", "timeout=5")
		io.WriteString(w, said)
	}))
	defer provider.Close()
	f, client := ahead(t, given, http.Header{
		"Authorization": {"Bearer k"}, "Accept-Encoding": {"gzip, br"}, "Connection": {"X-Hop"}, "X-Hop": {"1"},
		"Proxy-Authorization": {"Basic x"}, "Openai-Organization": {"org"}, "Content-Encoding": {"gzip"},
	})
	resp, err := f.do(t.Context(), provider.URL+"/v1/")
	if err != nil {
		t.Fatal(err)
	}
	r := <-got
	if r.URL.String() != "/v1/chat/completions?api-version=1" || <-sent != given {
		t.Errorf("%s", r.URL)
	}
	want := http.Header{"Authorization": {"Bearer k"}, "Accept-Encoding": {"identity"}, "Openai-Organization": {"org"}}
	want.Set("Content-Length", r.Header.Get("Content-Length"))
	if d := cmp.Diff(want, r.Header); d != "" {
		t.Errorf("headers (-want +got):\n%s", d)
	}
	head := client.Header()
	if client.Body.String() != said || head.Get("X-Request-Id") != "7" || head.Get("Keep-Alive") != "" {
		t.Errorf("%s, %v", client.Body, head)
	}
	o := resp.Origin
	if resp.Content != "Hello." || o.Source != pipeline.SourceOpenAI || o.Match != pipeline.MatchLive ||
		o.Model != "m" || o.At.IsZero() || resp.Duration <= 0 {
		t.Errorf("%+v", resp)
	}
	if a := f.given(nil); a.Broken != Given || a.Status != http.StatusOK {
		t.Errorf("%+v", a)
	}
}

// A provider's error reaches the client as it came, and is a failure; if the provider says nothing at all, the client
// gets a status of the proxy's own.
func TestForwardFails(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		reason pipeline.Reason
		words  string
		broken Broken
		status int
	}{
		"too many": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusTooManyRequests)
			io.WriteString(w, `{"error":{"type":"rate_limit","message":"slow down, Bearer my-own-key"}}`)
		}, pipeline.Unavailable, "429 Too Many Requests: rate_limit: slow down, Bearer <key>", Given, 429},
		"too long": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusBadRequest)
			io.WriteString(w, `{"error":{"code":"context_length_exceeded","message":"no"}}`)
		}, pipeline.Overflow, "context_length_exceeded", Given, 400},
		"elsewhere": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.2:1/", http.StatusTemporaryRedirect)
		}, pipeline.Unavailable, "not followed", Whole, 502},
		"another way": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/login", http.StatusFound)
		}, pipeline.Unavailable, "redirects to a request with another method", Whole, 502},
		"cut": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			io.WriteString(w, `{"choices"`)
		}, pipeline.Transport, "cut off", Torn, 200},
		"packed": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "br")
			io.WriteString(w, "…")
		}, pipeline.Transport, `compressed as "br"`, Given, 200},
		"no answer": {func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html>") },
			pipeline.Transport, "", Given, 200},
	} {
		provider := httptest.NewServer(c.answer)
		f, _ := ahead(t, given, http.Header{"Authorization": {"Bearer my-own-key"}})
		_, err := f.do(context.Background(), provider.URL)
		provider.Close()
		failure, ok := err.(*pipeline.Failure)
		if !ok || failure.Reason != c.reason || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if a := f.given(err); a.Broken != c.broken || a.Status != c.status {
			t.Errorf("%s: the client gets %q, %d", name, a.Broken, a.Status)
		}
	}
}

// A client that goes away after the end of a stream has got all of it.
func TestForwardClientLeaves(t *testing.T) {
	t.Parallel()
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `data: {"choices":[{"delta":{"content":"Hi."},"finish_reason":"stop"}]}`+"\n\n")
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}))
	defer provider.Close()
	const given = `{"model":"m","stream":true,"messages":[{"role":"user","content":"Hi"}]}`
	f, client := ahead(t, given, nil)
	ctx, leave := context.WithCancel(t.Context())
	f.request.Client = &leaving{client, leave}
	resp, err := f.do(ctx, provider.URL)
	if err != nil || resp.Content != "Hi." || !f.whole() {
		t.Errorf("%+v, %v", resp, err)
	}
}

// leaving is a client that goes away after the first piece.
type leaving struct {
	*httptest.ResponseRecorder
	leave func()
}

func (l *leaving) Write(piece []byte) (int, error) {
	l.leave()
	return l.ResponseRecorder.Write(piece)
}

// A failure that no provider caused is not reported as one of a provider.
func TestForwardNotTried(t *testing.T) {
	t.Parallel()
	f, _ := ahead(t, given, nil)
	if a := f.given(&pipeline.Failure{Reason: pipeline.Unavailable}); a.Broken != Whole || a.Status != 0 {
		t.Errorf("%+v", a)
	}
}

// A provider's token counts are taken if plausible. Thoughts that it does not show count.
func TestForwardUsage(t *testing.T) {
	t.Parallel()
	for usage, want := range map[string]pipeline.Usage{
		`{"prompt_tokens":12,"completion_tokens":3}`:                 {Prompt: 12, Completion: 3},
		`{"prompt_tokens":90000,"completion_tokens":60000}`:          {Prompt: 90000, Completion: 60000},
		`{"prompt_tokens":-5,"completion_tokens":1000000000000000}`:  {},
		`{"prompt_tokens":1000000000000000,"completion_tokens":-17}`: {},
	} {
		provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, `{"choices":[{"message":{"role":"assistant","content":"Hello."}}],"usage":`+usage+`}`)
		}))
		f, _ := ahead(t, given, http.Header{})
		resp, err := f.do(t.Context(), provider.URL)
		provider.Close()
		if d := cmp.Diff(want, resp.Usage); err != nil || d != "" {
			t.Errorf("%s: %v (-want +got):\n%s", usage, err, d)
		}
	}
}

// So is its own duration.
func TestDuration(t *testing.T) {
	t.Parallel()
	for said, want := range map[time.Duration]time.Duration{
		0: 5, -1: 5, 7: 7, time.Hour: time.Hour, 25 * time.Hour: 5, 1<<63 - 1: 5,
	} {
		if got := duration(said, 5); got != want {
			t.Errorf("%v: %v, want %v", said, got, want)
		}
	}
}
