package app

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider/openai"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Receive reads a provider's answer to a body, streamed or not, and keeps its ids and what later requests can refer to,
// as Write does for an answer of its own.
func (s *Store) Receive(b *Body, answer []byte) (pipeline.Response, error) {
	if b.Endpoint == Responses {
		if err := (openai.Responses{}).Receive(s.ids, b, answer); err != nil {
			return pipeline.Response{}, err
		}
	} else {
		s.ids.Give(provider.Response, receivedID(b.Stream, answer))
	}
	resp, err := Answer(b.Endpoint, b.Stream, answer)
	for _, c := range resp.ToolCalls {
		s.Given(c.ID)
	}
	return resp, err
}

// receivedID returns the id of an answer, which a stream has in its first event; empty: it has none.
func receivedID(stream bool, answer []byte) string {
	first := answer
	if stream && !jsonvalue.OpensObject(answer) {
		for _, data := range provider.ReceivedEvents(answer) {
			first = data
			break
		}
	}
	var n struct {
		ID      string `json:"id"`
		Message struct {
			ID string `json:"id"`
		} `json:"message"`
	}
	json.Unmarshal(first, &n) // an answer without an id cannot be referred to
	if n.ID == "" {
		return n.Message.ID
	}
	return n.ID
}

// UnknownID returns an id that a body refers to and that no provider has given out, so its meaning is unknown; empty:
// there is none.
func (s *Store) UnknownID(b *Body) string { return s.ids.UnknownID(b) }
