package openai

import (
	"net/http"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// Write implements provider.Form.
func (ChatCompletions) Write(s *provider.Ledger, b *provider.Body, r provider.Reply) (provider.Sent, error) {
	r.Response.ToolCalls = provider.Calls(s, r, "call_")
	a := chatCompletion{ID: provider.ID("chatcmpl-", r.Seed, 0), Created: r.Created.Unix(), Model: b.Model}
	s.Give(provider.Response, a.ID)
	if b.Stream {
		return chatStream(a, b, r.Response)
	}
	finish := finishOf(r.Response)
	a.Object, a.Usage = "chat.completion", tokensOf(provider.Usage(b, r.Response))
	a.Choices = []chatChoice{{Message: chatMessageOf(r.Response, customOf(b)), Finish: &finish}}
	return provider.JSON(http.StatusOK, a)
}
