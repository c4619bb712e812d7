package ollama_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/ollama"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
)

func TestHosts(t *testing.T) {
	for _, tt := range []struct {
		hosts  string
		remote bool
		want   []string
	}{
		{"", false, []string{"http://127.0.0.1:11434"}},
		{" ", false, []string{"http://127.0.0.1:11434"}},
		{"localhost", false, []string{"http://localhost:11434"}},
		{"LOCALHOST:80", false, []string{"http://localhost:80"}},
		{"0.0.0.0", false, []string{"http://127.0.0.1:11434"}},
		{"0.0.0.0:1", false, []string{"http://127.0.0.1:1"}},
		{"[::]:1", false, []string{"http://[::1]:1"}},
		{":11435", false, []string{"http://127.0.0.1:11435"}},
		{"::1", false, []string{"http://[::1]:11434"}},
		{"[::1]:1", false, []string{"http://[::1]:1"}},
		{"127.8.9.1:1, localhost:2", false, []string{"http://127.8.9.1:1", "http://localhost:2"}},
		{"1.2.3.4", true, []string{"http://1.2.3.4:11434"}},
		{"http://h:1/path/", true, []string{"http://h:1/path"}},
		{"http://h", true, []string{"http://h:80"}},
		{"https://user:secret@h/", true, []string{"https://h:443"}},
		{"user:secret@h", true, []string{"http://h:11434"}},
	} {
		c, err := ollama.New(ollama.Config{Hosts: tt.hosts, AllowRemote: tt.remote})
		if err != nil {
			t.Errorf("%q: %v", tt.hosts, err)
			continue
		}
		if d := cmp.Diff(tt.want, c.Hosts()); d != "" {
			t.Errorf("%q (-want +got):\n%s", tt.hosts, d)
		}
	}
}

func TestHostsRefused(t *testing.T) {
	for _, tt := range []struct{ hosts, want string }{
		{"localhost,", "entry 2 is empty: remove the comma"},
		{",", "entry 1 is empty"},
		{"localhost,localhost:11434", "http://localhost:11434 is there twice"},
		{"0.0.0.0,127.0.0.1", "http://127.0.0.1:11434 is there twice"},
		{"localhost:0", "the port 0 is not one of 1 to 65535"},
		{"localhost:70000", "the port 70000"},
		{"localhost:ollama", "neither host:port nor a URL"},
		{"http://localhost?secret", "neither host:port nor a URL without a query"},
		{"two words", "neither host:port nor a URL"},
		{"ftp://localhost", "neither http nor https: write host:port"},
		{"unix:///run/secret.sock", "neither http nor https"},
		{"1.2.3.4", "http://1.2.3.4:11434 is not this machine"},
		{"localhost.example.com", "is not this machine"},
		{"https://user:secret@h", "https://h:443 is not this machine"},
		{"ollama.com", "is not this machine"},
	} {
		_, err := ollama.New(ollama.Config{Hosts: tt.hosts})
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v, want %q", tt.hosts, err, tt.want)
		}
	}
}

// The library would sign with a key of the user's.
func TestNoSigning(t *testing.T) {
	t.Setenv("OLLAMA_AUTH", "1")
	if _, err := ollama.New(ollama.Config{}); err == nil || !strings.Contains(err.Error(), "unset it") {
		t.Errorf("error %v", err)
	}
}

// User and password go only to the host, and neither a proxy nor OLLAMA_HOST is used.
func TestHostsAreAskedAsNamed(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	t.Setenv("OLLAMA_HOST", "http://127.0.0.1:1")
	s := ollamatest.New(t, always(ollamatest.Answer{Content: "yes"}))
	c := newClient(t, strings.Replace(s.URL, "//", "//user:secret@", 1))
	if _, err := c.Chat(t.Context(), hello()); err != nil {
		t.Fatal(err)
	}
	header := s.Requests()[0].Header
	if header.Get("Authorization") != "Basic dXNlcjpzZWNyZXQ=" || header.Get("User-Agent") != "beaver-eval" {
		t.Errorf("header %v", header)
	}
}

func TestName(t *testing.T) {
	for model, want := range map[string]string{
		"x": "x", "x:latest": "x", "x:8b": "x:8b", "host/x:latest": "host/x", ":latest": ":latest", "": "",
	} {
		if got := ollama.Name(model); got != want {
			t.Errorf("Name(%q) = %q, want %q", model, got, want)
		}
	}
}
