package ollama

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// turnedAway is a server that rejects a client so often, and then answers.
type turnedAway struct {
	status int
	after  []string // Retry-After of each rejection; empty: none
	asked  []time.Time
}

// RoundTrip implements http.RoundTripper.
func (s *turnedAway) RoundTrip(*http.Request) (*http.Response, error) {
	n := len(s.asked)
	s.asked = append(s.asked, time.Now())
	resp := &http.Response{StatusCode: http.StatusOK, Header: http.Header{},
		Body: io.NopCloser(strings.NewReader(`{"message":{"content":"yes"},"done":true}` + "\n"))}
	if n < len(s.after) {
		resp.StatusCode, resp.Body = s.status, io.NopCloser(strings.NewReader(`{"error":"slow down"}`))
		resp.Header.Set("Retry-After", s.after[n])
	}
	return resp, nil
}

// A rejected client retries when the server says, within a minute, and gives up after three tries.
func TestChatComesBack(t *testing.T) {
	date := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(http.TimeFormat) }
	for _, tt := range []struct {
		name   string
		after  func() []string
		waited time.Duration
		fails  bool
	}{
		{"seconds", func() []string { return []string{"7"} }, 7 * time.Second, false},
		{"a date", func() []string { return []string{date(20 * time.Second)} }, 20 * time.Second, false},
		{"nothing", func() []string { return []string{"", "soon", "-1"} }, 3 * time.Second, false},
		{"a day", func() []string { return []string{"86400"} }, time.Minute, false},
		{"a wrong clock", func() []string { return []string{date(1000 * time.Hour)} }, time.Minute, false},
		{"for good", func() []string { return []string{"1", "2", "3", "4"} }, 6 * time.Second, true},
	} {
		for _, status := range []int{http.StatusTooManyRequests, http.StatusServiceUnavailable} {
			synctest.Test(t, func(t *testing.T) {
				s := &turnedAway{status: status, after: tt.after()}
				began := time.Now()
				resp, err := turnedClient(t, s).Chat(t.Context(), pipeline.Request{Model: "tiny", Timeout: time.Second})
				if waited := time.Since(began); waited != tt.waited {
					t.Errorf("%s, %d: waited %v, want %v", tt.name, status, waited, tt.waited)
				}
				if f, failed := errors.AsType[*pipeline.Failure](err); failed != tt.fails ||
					failed && f.Reason != pipeline.Transport || !failed && resp.Content != "yes" {
					t.Errorf("%s, %d: %q, %v", tt.name, status, resp.Content, err)
				}
			})
		}
	}
}

// The end of the run ends the wait.
func TestChatComesBackNoMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(5*time.Second, stop)
		began := time.Now()
		s := &turnedAway{status: http.StatusTooManyRequests, after: []string{"60"}}
		_, err := turnedClient(t, s).Chat(ctx, pipeline.Request{Model: "tiny"})
		if !errors.Is(err, context.Canceled) || time.Since(began) != 5*time.Second || len(s.asked) != 1 {
			t.Errorf("%v after %v, %d requests", err, time.Since(began), len(s.asked))
		}
	})
}

func turnedClient(t *testing.T, s *turnedAway) *Client {
	t.Helper()
	c, err := New(Config{Config: server.Config{Transport: s}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}
