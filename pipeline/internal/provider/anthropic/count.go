package anthropic

import (
	"net/http"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// CountTokens answers POST /v1/messages/count_tokens with an estimate of the tokens of messages and tools. A body that
// is no request is a *provider.SyntaxError.
func CountTokens(body []byte) (provider.Sent, error) {
	b, err := provider.Read(Messages{}, provider.NewLedger(), provider.Messages, body)
	if err != nil {
		return provider.Sent{}, err
	}
	tokens := provider.Usage(b, pipeline.Response{}).Prompt
	for _, t := range b.Request.Tools {
		for _, text := range []string{t.Name, t.Description, string(t.Parameters)} {
			tokens += pipeline.EstimateTokens(text)
		}
	}
	return provider.JSON(http.StatusOK, map[string]int{"input_tokens": tokens})
}
