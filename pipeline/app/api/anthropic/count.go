package anthropic

import (
	"net/http"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/api/exchange"
)

// CountTokens answers POST /v1/messages/count_tokens with an estimate of the tokens of messages and tools. A body that
// is no request is a *exchange.SyntaxError.
func CountTokens(body []byte) (exchange.Sent, error) {
	b, err := exchange.Read(Messages{}, exchange.NewLedger(), exchange.Messages, body)
	if err != nil {
		return exchange.Sent{}, err
	}
	tokens := exchange.Usage(b, pipeline.Response{}).Prompt
	for _, t := range b.Request.Tools {
		for _, text := range []string{t.Name, t.Description, string(t.Parameters)} {
			tokens += pipeline.EstimateTokens(text)
		}
	}
	return exchange.JSON(http.StatusOK, map[string]int{"input_tokens": tokens})
}
