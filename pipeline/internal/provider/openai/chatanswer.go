package openai

import (
	"errors"

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
	var whole ChatStream
	for _, data := range provider.ReceivedEvents(body) {
		if err := whole.Add(data); err != nil {
			return pipeline.Response{}, err
		}
		if whole.done {
			break
		}
	}
	if !whole.done && whole.finish == "" {
		return pipeline.Response{}, errCut
	}
	return whole.Response()
}
