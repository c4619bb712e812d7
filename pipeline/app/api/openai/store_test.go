package openai

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/api/exchange"
	"github.com/beaver-eval/beaver-eval/pipeline/app/api/ids"
)

// openAIForms are the forms under test.
var openAIForms = map[exchange.Endpoint]exchange.Form{
	exchange.ChatCompletions: ChatCompletions{}, exchange.Responses: Responses{},
}

// openAIStore reads and writes as api.Store does.
type openAIStore struct{ *exchange.Ledger }

func newStore() openAIStore { return openAIStore{exchange.NewLedger()} }

func (s openAIStore) Read(e exchange.Endpoint, body []byte) (*exchange.Body, error) {
	return exchange.Read(openAIForms[e], s.Ledger, e, body)
}

func (s openAIStore) Write(b *exchange.Body, r exchange.Reply) (exchange.Sent, error) {
	return openAIForms[b.Endpoint].Write(s.Ledger, b, r)
}

// kind is what an id names that was given out; empty: none was.
func (s openAIStore) kind(id string) ids.Kind {
	req := s.Canonical(pipeline.Request{Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Content", id)}})
	kind, _ := strings.CutSuffix(req.Messages[0].Content(), "-1>")
	return ids.Kind(strings.TrimPrefix(kind, "<"))
}

func openAIAnswer(e exchange.Endpoint, stream bool, body []byte) (pipeline.Response, error) {
	return openAIForms[e].Answer(stream, body)
}
