package openai

import (
	"net/http"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// Models returns OpenAI's answer to GET /v1/models: models of these names, in this order.
func Models(names []string) provider.Sent {
	type model struct {
		ID      string `json:"id"`
		Object  string `json:"object"`
		Created int64  `json:"created"`
		Owner   string `json:"owned_by"`
	}
	data := make([]model, 0, len(names))
	for _, name := range names {
		data = append(data, model{ID: name, Object: "model", Owner: "beaver-eval"})
	}
	sent, err := provider.JSON(http.StatusOK, struct {
		Object string  `json:"object"`
		Data   []model `json:"data"`
	}{"list", data})
	if err != nil { // never: it has only texts and numbers
		return fail(http.StatusInternalServerError, err.Error())
	}
	return sent
}
