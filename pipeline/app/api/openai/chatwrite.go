package openai

import (
	"net/http"

	"github.com/beaver-eval/beaver-eval/pipeline/app/api/exchange"
	"github.com/beaver-eval/beaver-eval/pipeline/app/api/ids"
)

// Write implements exchange.Form.
func (ChatCompletions) Write(s *exchange.Ledger, b *exchange.Body, r exchange.Reply) (exchange.Sent, error) {
	r.Response.ToolCalls = exchange.Calls(s, r, "call_")
	a := chatCompletion{ID: exchange.ID("chatcmpl-", r.Seed, 0), Created: r.Created.Unix(), Model: b.Model}
	s.Give(ids.Response, a.ID)
	if b.Stream {
		return chatStream(a, b, r.Response)
	}
	finish := finishOf(r.Response)
	a.Object, a.Usage = "chat.completion", tokensOf(exchange.Usage(b, r.Response))
	a.Choices = []chatChoice{{Message: chatMessageOf(r.Response, customOf(b)), Finish: &finish}}
	return exchange.JSON(http.StatusOK, a)
}
