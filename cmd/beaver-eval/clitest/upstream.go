package clitest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// upstreamKey is the key of a script's provider.
type upstreamKey struct{}

// provider is a fake provider's server, for recording through the proxy: one at a time.
type provider struct {
	Key   string         `json:"key"` // required of requests; empty: none
	Rules []providerRule `json:"rules"`

	server *httptest.Server

	mu    sync.Mutex
	asked int // since the script has looked
}

// providerRule answers the requests of a path that hold a text.
type providerRule struct {
	Path   string            `json:"path"`
	Has    string            `json:"has"`
	Times  int               `json:"times"`  // how often it answers; 0: always
	Status int               `json:"status"` // 0: 200
	Header map[string]string `json:"header"`
	JSON   json.RawMessage   `json:"json"`
	Lines  []json.RawMessage `json:"lines"`  // NDJSON, a flush behind each
	Events []json.RawMessage `json:"events"` // SSE, a flush after each; those of chat completions end with [DONE]
	Cut    bool              `json:"cut"`    // the connection ends there
	Hang   bool              `json:"hang"`   // it does not end before the client gives up

	used int
}

// upstreamVariable holds the address of a script's provider.
const upstreamVariable = "UPSTREAM"

// upstream FILE: starts a provider's server with the rules in FILE, replacing the script's last one, and puts its URL
// into UPSTREAM. With ! it stops the server.
func upstream(ts *testscript.TestScript, neg bool, args []string) {
	if neg != (len(args) == 0) || len(args) > 1 {
		ts.Fatalf("usage: upstream file, or ! upstream")
	}
	p := ts.Value(upstreamKey{}).(*provider)
	p.stop()
	if neg {
		return
	}
	dec := json.NewDecoder(strings.NewReader(ts.ReadFile(args[0])))
	dec.DisallowUnknownFields()
	p.Key, p.Rules, p.asked = "", nil, 0
	ts.Check(dec.Decode(p))
	p.server = httptest.NewServer(p)
	ts.Setenv(upstreamVariable, p.server.URL)
	ts.Defer(p.stop)
}

// passed N: the provider got N requests since the last check of the script, or since its start.
func passed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: passed number")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	p := ts.Value(upstreamKey{}).(*provider)
	p.mu.Lock()
	got := p.asked
	p.asked = 0
	p.mu.Unlock()
	if got != want {
		ts.Fatalf("the provider was asked %d times, want %d", got, want)
	}
}

func (p *provider) stop() {
	if p.server != nil {
		p.server.CloseClientConnections()
		p.server.Close()
		p.server = nil
	}
}

// ServeHTTP implements http.Handler.
func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	p.mu.Lock()
	p.asked++
	p.mu.Unlock()
	proof := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ") + r.Header.Get("X-Api-Key")
	switch {
	case err != nil:
		return
	case r.Header.Get("Accept-Encoding") != "identity":
		http.Error(w, `{"error":{"message":"an answer may be packed"}}`, http.StatusTeapot)
		return
	case p.Key != "" && proof != p.Key:
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprintf(w, `{"error":{"type":"invalid_api_key","message":"Incorrect API key provided: %s"}}`, proof)
		return
	}
	if rule := p.rule(r.URL.Path, string(body)); rule != nil {
		rule.answer(w, r)
		return
	}
	http.Error(w, `{"error":{"message":"no rule for this request"}}`, http.StatusNotFound)
}

// rule returns the first rule that matches a request.
func (p *provider) rule(path, body string) *providerRule {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.Rules {
		r := &p.Rules[i]
		if r.Path == path && strings.Contains(body, r.Has) && (r.Times == 0 || r.used < r.Times) {
			r.used++
			return r
		}
	}
	return nil
}

func (r *providerRule) answer(w http.ResponseWriter, req *http.Request) {
	for key, value := range r.Header {
		w.Header().Set(key, value)
	}
	if r.Events != nil {
		w.Header().Set("Content-Type", "text/event-stream")
	}
	w.WriteHeader(max(r.Status, http.StatusOK))
	flush := http.NewResponseController(w)
	w.Write(r.JSON)
	for _, line := range r.Lines {
		fmt.Fprintf(w, "%s\n", line)
		flush.Flush()
	}
	for _, event := range r.Events {
		fmt.Fprintf(w, "data: %s\n\n", event)
		flush.Flush()
	}
	switch {
	case r.Cut:
		flush.Flush()
		panic(http.ErrAbortHandler)
	case r.Hang:
		flush.Flush()
		<-req.Context().Done()
	case r.Events != nil && strings.HasSuffix(r.Path, "/completions"):
		io.WriteString(w, "data: [DONE]\n\n")
	}
}
