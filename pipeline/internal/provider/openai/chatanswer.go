package openai

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// errCut says that a stream ended before its final event.
var errCut = errors.New("the stream was cut off before its end")

// Answer implements provider.Form.
func (ChatCompletions) Answer(stream bool, body []byte) (pipeline.Response, error) {
	if !stream || jsonvalue.OpensObject(body) {
		return wire.Answer(wire.OpenAI, chatFunctions(body))
	}
	whole := chatWhole{at: map[int]int{}}
	for _, data := range provider.ReceivedEvents(body) {
		if string(data) == provider.Done {
			whole.ended = true
			break
		}
		var chunk chatChunk
		if err := json.Unmarshal(data, &chunk); err != nil {
			return pipeline.Response{}, fmt.Errorf("a chunk: %w", err)
		}
		if len(chunk.Error) > 0 && string(chunk.Error) != "null" {
			return wire.Answer(wire.OpenAI, data)
		}
		whole.add(chunk)
	}
	if !whole.ended {
		return pipeline.Response{}, errCut
	}
	return whole.response()
}
