package ollama_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// pinned is a use without warnings.
func pinned(model string, stages ...string) server.Use {
	return server.Use{Model: model, Stages: stages, Seed: true, Temperature: true}
}

func TestCheckLoads(t *testing.T) {
	s := ollamatest.New(t, nil,
		ollamatest.Model{Name: "tiny", Digest: "0123456789abcdef", ContextLength: 4096,
			Capabilities: []string{"completion"}},
		ollamatest.Model{Name: "words", Capabilities: []string{"embedding"}})
	c := newClient(t, s.URL)
	small, large := pinned("tiny", "router"), pinned("tiny:latest", "main")
	small.NumCtx, large.NumCtx = 1024, 4096
	infos, warnings, err := c.Check(t.Context(), []server.Use{small, large, {Model: "words", Embed: true}})
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	words := infos["words"].Digest
	if d := cmp.Diff(map[string]server.Info{
		"tiny": {Name: "tiny", Digest: "0123456789abcdef", Server: ollamatest.Version, ContextLength: 4096,
			Capabilities: []string{"completion"}},
		"words": {Name: "words", Digest: words, Server: ollamatest.Version, ContextLength: 131072,
			Capabilities: []string{"embedding"}},
	}, infos); d != "" || len(words) != 64 {
		t.Errorf("infos (-want +got):\n%s", d)
	}
	var sent []string
	for _, r := range s.Requests() {
		sent = append(sent, string(r.Raw))
	}
	if d := cmp.Diff([]string{
		`{"model":"tiny","messages":[],"stream":false,"keep_alive":"30m0s","options":{"num_ctx":4096}}`,
		`{"model":"words","input":"","keep_alive":"30m0s","options":null}`,
	}, sent); d != "" {
		t.Errorf("requests (-want +got):\n%s", d)
	}
}

// Check's findings are in the origin of each answer.
func TestCheckIsTheOrigin(t *testing.T) {
	s := ollamatest.New(t, always(ollamatest.Answer{Content: "yes"}), ollamatest.Model{Name: "tiny", Digest: "abc"})
	c := newClient(t, s.URL)
	if _, _, err := c.Check(t.Context(), []server.Use{pinned("tiny:latest")}); err != nil {
		t.Fatal(err)
	}
	want := origin()
	want.ModelDigest, want.Context, want.Server = "abc", 131072, ollamatest.Version
	if got, err := c.Chat(t.Context(), hello()); err != nil || got.Origin != want {
		t.Errorf("origin %+v, %v, want %+v", got.Origin, err, want)
	}
}

func TestCheckFinds(t *testing.T) {
	plain := []string{"completion"}
	for _, tt := range []struct {
		name     string
		model    ollamatest.Model
		use      server.Use
		warnings []string // URL stands for the server's
		errs     string   // lines
	}{
		{"a missing model", ollamatest.Model{Name: "other"}, pinned("tiny:8b", "main", "router"), nil,
			"URL: there is no model tiny:8b (main, router): get it with `ollama pull tiny:8b`"},
		{"no tools, no thinking", ollamatest.Model{Name: "tiny", Capabilities: plain},
			server.Use{Model: "tiny", Tools: true, Think: true, Seed: true, Temperature: true}, nil,
			"URL: model tiny cannot do tools, only completion: choose another model for that\n" +
				"URL: model tiny cannot do thinking, only completion: choose another model for that"},
		{"nothing but vectors", ollamatest.Model{Name: "tiny", Capabilities: []string{"embedding"}},
			pinned("tiny", "main"), nil,
			"URL: model tiny (main) cannot do completion, only embedding: choose another model for that"},
		{"an old server says nothing", ollamatest.Model{Name: "tiny", Capabilities: []string{}},
			server.Use{Model: "tiny", Tools: true, Seed: true, Temperature: true}, nil, ""},
		{"vectors of a model for chats", ollamatest.Model{Name: "tiny", Capabilities: plain},
			server.Use{Model: "tiny", Stages: []string{"skills"}, Embed: true},
			[]string{"URL: model tiny (skills) was not made for embedding, though it gives vectors"}, ""},
		{"no vectors", ollamatest.Model{Name: "mute", Capabilities: plain}, server.Use{Model: "mute", Embed: true}, nil,
			"URL: model mute cannot do embedding: the server has failed: no vectors: choose another model for that"},
		{"elsewhere", ollamatest.Model{Name: "tiny", RemoteHost: "https://ollama.com"}, pinned("tiny"), nil,
			"URL: model tiny runs at https://ollama.com, and prompts would go there: " +
				"take one that runs here, or say --allow-remote"},
		{"a small context", ollamatest.Model{Name: "tiny", ContextLength: 2048},
			server.Use{Model: "tiny", Stages: []string{"main"}, NumCtx: 8192, Seed: true, Temperature: true},
			[]string{"URL: model tiny (main) was made for a context of 2048 tokens, num_ctx is 8192"}, ""},
		{"not pinned", ollamatest.Model{Name: "tiny"}, server.Use{Model: "tiny", Stages: []string{"main"}},
			[]string{"model tiny (main): no seed is set: answers differ from run to run",
				"model tiny (main): no temperature is set: it is the model's own, which may change"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := ollamatest.New(t, func(r ollamatest.Request) ollamatest.Answer {
				if r.Model == "mute" {
					return ollamatest.Answer{Status: 500, Body: `{"error":"no vectors"}`}
				}
				return ollamatest.Answer{}
			}, tt.model)
			_, warnings, err := newClient(t, s.URL).Check(t.Context(), []server.Use{tt.use})
			for i := range warnings {
				warnings[i] = strings.ReplaceAll(warnings[i], s.URL, "URL")
			}
			if d := cmp.Diff(tt.warnings, warnings); d != "" {
				t.Errorf("warnings (-want +got):\n%s", d)
			}
			text := ""
			if err != nil {
				text = strings.ReplaceAll(err.Error(), s.URL, "URL")
			}
			if d := cmp.Diff(tt.errs, text); d != "" {
				t.Errorf("errors (-want +got):\n%s", d)
			}
		})
	}
}

func TestCheckComparesHosts(t *testing.T) {
	one := ollamatest.New(t, nil, ollamatest.Model{Name: "tiny", Digest: "0123456789abcdef"})
	two := ollamatest.New(t, nil, ollamatest.Model{Name: "tiny", Digest: "fedcba9876543210"})
	_, _, err := newClient(t, one.URL, two.URL).Check(t.Context(), []server.Use{pinned("tiny")})
	want := "model tiny is 0123456789ab on " + one.URL + " and fedcba987654 on " + two.URL +
		": `ollama pull tiny` on both"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestCheckHostsDown(t *testing.T) {
	closed := httptest.NewServer(nil)
	closed.Close()
	_, _, err := newClient(t, closed.URL).Check(t.Context(), nil)
	want := closed.URL + ": no server answers: start it with `ollama serve`, or name another host"
	if err == nil || err.Error() != want || !errors.Is(err, server.Refused) {
		t.Errorf("error %v, want %s", err, want)
	}
	up := ollamatest.New(t, nil)
	_, warnings, err := newClient(t, closed.URL, up.URL).Check(t.Context(), []server.Use{pinned("tiny")})
	wanted := []string{closed.URL + ": no server answers: the other hosts do its share"}
	if d := cmp.Diff(wanted, warnings); err != nil || d != "" {
		t.Errorf("%v, warnings (-want +got):\n%s", err, d)
	}
}

func TestCheckEnds(t *testing.T) {
	s := ollamatest.New(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := newClient(t, s.URL).Check(ctx, []server.Use{pinned("tiny")}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
