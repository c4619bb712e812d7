package openai_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
	"github.com/beaver-eval/beaver-eval/pipeline/openai"
)

func at() time.Time { return time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC) }

// newClient returns a client of some servers that leaves busy hosts alone only briefly.
func newClient(t *testing.T, cfg openai.Config, hosts ...string) *openai.Client {
	t.Helper()
	cfg.Hosts, cfg.Now = strings.Join(hosts, ","), at
	cfg.Pause = time.Millisecond
	c, err := openai.New(cfg)
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
	return pipeline.Origin{Source: pipeline.SourceOpenAI, Match: pipeline.MatchLive, Model: "tiny", At: at()}
}

// delta is an event with an addition to the message, as JSON.
func delta(json string) string {
	return fmt.Sprintf(`data: {"choices":[{"index":0,"delta":%s,"finish_reason":null}]}`, json) + "\n\n"
}

// content is an event with a piece of text.
func content(text string) string { return delta(fmt.Sprintf(`{"content":%q}`, text)) }

// finish is the event that ends an answer.
func finish(reason string) string {
	return fmt.Sprintf(`data: {"choices":[{"index":0,"delta":{},"finish_reason":%q}]}`, reason) + "\n\n"
}

const done = "data: [DONE]\n\n"
