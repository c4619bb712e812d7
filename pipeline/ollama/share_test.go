package ollama_test

import (
	"errors"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// A host that is gone is asked once, and the others take over its share.
func TestShareGoesOn(t *testing.T) {
	closed := httptest.NewServer(nil)
	closed.Close()
	dropping := ollamatest.New(t, always(ollamatest.Answer{Drop: true}))
	up := ollamatest.New(t, always(ollamatest.Answer{Content: "yes"}))
	c := newClient(t, closed.URL, dropping.URL, up.URL)
	for range 3 {
		if got, err := c.Chat(t.Context(), hello()); err != nil || got.Content != "yes" {
			t.Errorf("%+v, %v", got, err)
		}
	}
	if n, m := len(dropping.Requests()), len(up.Requests()); n != 1 || m != 3 {
		t.Errorf("%d and %d requests, want 1 and 3", n, m)
	}
}

// If all are gone each is tried, and an error after contact takes precedence.
func TestShareFails_FB1(t *testing.T) {
	closed := httptest.NewServer(nil)
	closed.Close()
	other := httptest.NewServer(nil)
	other.Close()
	dropping := ollamatest.New(t, always(ollamatest.Answer{Drop: true}))
	for _, tt := range []struct {
		hosts  []string
		reason pipeline.Reason
	}{
		{[]string{closed.URL, other.URL}, pipeline.Unavailable},
		{[]string{closed.URL, dropping.URL}, pipeline.Transport},
		{[]string{dropping.URL, closed.URL}, pipeline.Transport},
	} {
		c := newClient(t, tt.hosts...)
		for range 2 { // also if they are set aside
			_, err := c.Chat(t.Context(), hello())
			if f, ok := errors.AsType[*pipeline.Failure](err); !ok || f.Reason != tt.reason {
				t.Errorf("%v: %v, want %s", tt.hosts, err, tt.reason)
			}
		}
	}
}

// A server that ends the connection after six answers fails one call, which no other answer replaces.
func TestShareSixAnswers_FB1(t *testing.T) {
	left := 6
	s := ollamatest.New(t, func(ollamatest.Request) ollamatest.Answer {
		left--
		return ollamatest.Answer{Content: "yes", Drop: left < 0}
	})
	c := newClient(t, s.URL)
	for i := range 7 {
		got, err := c.Chat(t.Context(), hello())
		if i < 6 && (err != nil || got.Content != "yes") || i == 6 && !errors.Is(err, server.Reset) {
			t.Errorf("call %d: %+v, %v", i+1, got, err)
		}
	}
}

// No host ever exceeds its number of concurrent calls.
func TestShareParallel(t *testing.T) {
	var now, most atomic.Int32
	s := ollamatest.New(t, func(ollamatest.Request) ollamatest.Answer {
		n := now.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		defer now.Add(-1)
		return ollamatest.Answer{Content: "yes"}
	})
	c, err := ollama.New(ollama.Config{Hosts: s.URL, Config: server.Config{Parallel: 3}})
	if err != nil {
		t.Fatal(err)
	}
	errs := make(chan error, 40)
	for range cap(errs) {
		go func() {
			_, err := c.Chat(t.Context(), hello())
			errs <- err
		}()
	}
	for range cap(errs) {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if n := most.Load(); n > 3 {
		t.Errorf("%d calls at once, want 3 at most", n)
	}
}
