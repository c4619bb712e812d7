package openai_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
	"github.com/beaver-eval/beaver-eval/pipeline/openai"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// pinned is a use of the model tiny by which answers can be repeated.
func pinned() server.Use {
	return server.Use{Model: "tiny", Stages: []string{"main"}, Seed: true, Temperature: true}
}

const noDigest = "servers of OpenAI's API name no digest: nobody can tell later that a name meant other weights"

func TestCheck(t *testing.T) {
	refusesTools := func(req ollamatest.Request) ollamatest.Answer {
		if len(req.Tools) > 0 {
			return ollamatest.Answer{Status: 500, Body: `{"error":{"message":"tools need --jinja"}}`}
		}
		return ollamatest.Answer{Content: "a"}
	}
	with := func(change func(*server.Use)) []server.Use {
		u := pinned()
		change(&u)
		return []server.Use{u}
	}
	const isOllama = "SERVER is Ollama: its /v1 cuts prompts that are too long, and says nothing: --model " +
		"ollama:NAME without /v1 reports them"
	for _, tt := range []struct {
		name     string
		answer   func(ollamatest.Request) ollamatest.Answer
		models   []ollamatest.Model
		uses     []server.Use
		warnings []string
		err      string
		asked    int
	}{
		{"all is well", always(ollamatest.Answer{Content: "a"}), nil, with(func(*server.Use) {}),
			[]string{noDigest}, "", 1},
		{"a list, with tags", always(ollamatest.Answer{Content: "a"}), []ollamatest.Model{{Name: "tiny"}},
			with(func(*server.Use) {}), []string{isOllama, noDigest}, "", 1},
		{"another model", always(ollamatest.Answer{}), []ollamatest.Model{{Name: "big"}, {Name: "huge"}},
			with(func(*server.Use) {}), []string{isOllama, noDigest},
			"SERVER: there is no model tiny (main), only big:latest, huge:latest: name one of these, or load it there",
			0},
		{"what cannot be sent", always(ollamatest.Answer{}), nil, with(func(u *server.Use) {
			u.Settings = []string{"top_k", "think: low", "num_ctx", "think: true", "min_p", "repeat_penalty"}
			u.NumCtx = 512
		}), []string{noDigest, "model tiny (main): min_p, num_ctx, repeat_penalty, think: true, top_k cannot be sent " +
			"to a server of OpenAI's API: set that on the server"}, "", 1},
		{"nothing is pinned", always(ollamatest.Answer{}), nil, []server.Use{{Model: "tiny", Stages: []string{"main"}}},
			[]string{noDigest, "model tiny (main): no seed is set: answers differ from run to run",
				"model tiny (main): no temperature is set: it is the model's own, which may change"}, "", 1},
		{"no tools", refusesTools, nil, with(func(u *server.Use) { u.Tools = true }), []string{noDigest},
			"SERVER: model tiny (main) does not answer: the server has failed: tools need --jinja", 1},
		{"nobody wants tools", refusesTools, nil, with(func(*server.Use) {}), []string{noDigest}, "", 1},
		{"no stream", always(ollamatest.Answer{Body: content("a")}), nil, with(func(*server.Use) {}),
			[]string{noDigest}, "SERVER: model tiny (main) does not answer: the answer ends without [DONE]", 1},
		{"vectors", always(ollamatest.Answer{}), nil, with(func(u *server.Use) { u.Embed = true }), []string{noDigest},
			"", 1},
		{"no vectors", always(ollamatest.Answer{Status: 400, Body: `{"error":"not for that"}`}), nil,
			with(func(u *server.Use) { u.Embed = true }), []string{noDigest}, "SERVER: model tiny (main) cannot do " +
				"embedding: the server refuses the request: not for that: choose another model for that", 1},
	} {
		s := ollamatest.New(t, tt.answer, tt.models...)
		_, warnings, err := newClient(t, openai.Config{}, s.URL).Check(t.Context(), tt.uses)
		name := func(text string) string { return strings.ReplaceAll(text, s.URL+"/v1", "SERVER") }
		for i := range warnings {
			warnings[i] = name(warnings[i])
		}
		if d := cmp.Diff(tt.warnings, warnings); d != "" {
			t.Errorf("%s: warnings (-want +got):\n%s", tt.name, d)
		}
		said := ""
		if err != nil {
			said = name(err.Error())
		}
		if said != tt.err {
			t.Errorf("%s: error %q, want %q", tt.name, said, tt.err)
		}
		if n := len(s.Requests()); n != tt.asked {
			t.Errorf("%s: %d requests, want %d", tt.name, n, tt.asked)
		}
	}
}

// lists is a server with a list of models alone.
func lists(t *testing.T, status int, body string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/models" {
			w.WriteHeader(status)
			w.Write([]byte(body))
			return
		}
		w.Write([]byte(content("a") + finish("length") + done))
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// Lists differ by server, and some servers have none.
func TestCheckLists(t *testing.T) {
	closed := httptest.NewServer(nil)
	closed.Close()
	const llama = `{"object":"list","data":[{"id":"tiny","owned_by":"llamacpp","meta":{"n_ctx_train":4096}}]}`
	for _, tt := range []struct {
		name    string
		hosts   []string
		context int
		warns   string // among others
		err     string
	}{
		{"vLLM", []string{lists(t, 200, "{\n  \"data\": [{\"id\":\"tiny\",\"max_model_len\":1024}]\n}")}, 1024,
			"model tiny (main) has a context of 1024 tokens, num_ctx is 8192", ""},
		{"llama.cpp", []string{lists(t, 200, llama)}, 4096, "context of 4096 tokens", ""},
		{"none", []string{lists(t, 404, "404 page not found")}, 0, noDigest, ""},
		{"empty", []string{lists(t, 200, `{"data":[]}`)}, 0, noDigest, ""},
		{"no key", []string{lists(t, 401, `{"error":{"message":"no key"}}`)}, 0, "",
			"the server wants an authorization: no key: set OPENAI_API_KEY to its key"},
		{"no JSON", []string{lists(t, 200, "<html></html>")}, 0, "", "the answer is not JSON of the API"},
		{"nobody", []string{closed.URL}, 0, "",
			"no server answers: start the server, or name another one with --host URL/v1"},
		{"one of two", []string{closed.URL, lists(t, 200, llama)}, 4096,
			"no server answers: the other hosts do its share", ""},
	} {
		use := pinned()
		use.NumCtx = 8192
		infos, warnings, err := newClient(t, openai.Config{}, tt.hosts...).Check(t.Context(), []server.Use{use})
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%s: error %v, want %s", tt.name, err, tt.err)
			}
			continue
		}
		if err != nil || !strings.Contains(strings.Join(warnings, "\n"), tt.warns) {
			t.Errorf("%s: %q, %v", tt.name, warnings, err)
		}
		if d := cmp.Diff(server.Info{Name: "tiny", ContextLength: tt.context}, infos["tiny"]); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
}

// A key that leaves the machine unencrypted is reported.
func TestCheckPlainKey(t *testing.T) {
	for host, warns := range map[string]bool{
		"http://192.0.2.1:1/v1": true, "https://192.0.2.1:1/v1": false, "http://127.0.0.1:1/v1": false,
	} {
		refused := server.Config{Transport: refusing{}}
		c, err := openai.New(openai.Config{Hosts: host, AllowRemote: true, Key: key, Config: refused})
		if err != nil {
			t.Fatal(err)
		}
		_, warnings, err := c.Check(t.Context(), []server.Use{pinned()})
		got := strings.Contains(strings.Join(warnings, "\n"), "gets the key unencrypted")
		if got != warns || err == nil {
			t.Errorf("%s: %q, %v", host, warnings, err)
		}
	}
}

// refusing is a network without servers.
type refusing struct{}

// RoundTrip implements http.RoundTripper.
func (refusing) RoundTrip(*http.Request) (*http.Response, error) { return nil, server.Refused }
