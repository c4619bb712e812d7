package openai

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// openAIForms are the forms under test.
var openAIForms = map[provider.Endpoint]provider.Form{
	provider.ChatCompletions: ChatCompletions{}, provider.Responses: Responses{},
}

// openAIStore reads and writes as app.Store does.
type openAIStore struct{ *provider.Ledger }

func newStore() openAIStore { return openAIStore{provider.NewLedger()} }

func (s openAIStore) Read(e provider.Endpoint, body []byte) (*provider.Body, error) {
	return provider.Read(openAIForms[e], s.Ledger, e, body)
}

func (s openAIStore) Write(b *provider.Body, r provider.Reply) (provider.Sent, error) {
	return openAIForms[b.Endpoint].Write(s.Ledger, b, r)
}

// kind returns the kind of an issued id; empty: it was not issued.
func (s openAIStore) kind(id string) provider.Kind {
	req := s.Canonical(pipeline.Request{Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Content", id)}})
	kind, _ := strings.CutSuffix(req.Messages[0].Content(), "-1>")
	return provider.Kind(strings.TrimPrefix(kind, "<"))
}

func openaiOpenAIAnswer(e provider.Endpoint, stream bool, body []byte) (pipeline.Response, error) {
	return openAIForms[e].Answer(stream, body)
}
