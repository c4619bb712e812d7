package ollamatest

import (
	"encoding/json"
	"net"
	"net/http"
	"strings"
	"testing"
)

// A server has its models while the test runs, and is gone afterwards.
func TestStart(t *testing.T) {
	var url string
	t.Run("server", func(t *testing.T) {
		url = StartReal(t, KindRandom, KindEmbedder)
		resp, err := http.Get(url + "/api/tags")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		var tags struct{ Models []struct{ Name string } }
		if err := json.NewDecoder(resp.Body).Decode(&tags); err != nil {
			t.Fatal(err)
		}
		if len(tags.Models) != 2 {
			t.Errorf("models %v, want two", tags.Models)
		}
	})
	if url == "" {
		t.Skip("no server was started")
	}
	wantGone(t, url)
}

// A server that is killed is gone before the test ends.
func TestKill(t *testing.T) {
	s := NewReal(t, nil)
	s.Kill()
	wantGone(t, s.URL())
}

func wantGone(t *testing.T, url string) {
	t.Helper()
	if c, err := net.Dial("tcp", strings.TrimPrefix(url, "http://")); err == nil {
		c.Close()
		t.Error("the server is still there")
	}
}
