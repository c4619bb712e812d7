package ollama_test

import (
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

func at() time.Time { return time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC) }

// newClient returns a client of some servers that leaves busy hosts alone only briefly.
func newClient(t *testing.T, hosts ...string) *ollama.Client {
	t.Helper()
	c, err := ollama.New(ollama.Config{
		Hosts: strings.Join(hosts, ","), Now: at, Config: server.Config{Pause: time.Millisecond},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// always gives every request the same answer.
func always(a ollamatest.Answer) func(ollamatest.Request) ollamatest.Answer {
	return func(ollamatest.Request) ollamatest.Answer { return a }
}

func hello() pipeline.Request {
	return pipeline.Request{
		Stage: "main", Model: "tiny",
		Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Message", "hello")},
	}
}

// origin is the origin of an answer of the model tiny without a Check.
func origin() pipeline.Origin {
	return pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchLive, Model: "tiny", At: at()}
}
