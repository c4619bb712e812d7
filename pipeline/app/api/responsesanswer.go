package api

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

func (responses) answer(stream bool, body []byte) (pipeline.Response, error) {
	whole, err := responsesWhole(stream, body)
	if err != nil {
		return pipeline.Response{}, err
	}
	return wire.Answer(wire.Codex, whole)
}

// responsesWhole is an answer as it would be in one piece, or an object that says what went wrong.
func responsesWhole(stream bool, body []byte) (json.RawMessage, error) {
	if !stream || chatIsObject(body) {
		return body, nil
	}
	var items partRests
	for name, data := range chatReceived(body) {
		if string(data) == chatDone {
			break
		}
		o, err := parseObject(data)
		if err != nil {
			return nil, fmt.Errorf("an event: %w", err)
		}
		kind, _ := partText(o.has("type"))
		switch cmp.Or(kind, name) {
		case "response.output_item.done":
			items.add(o.has("item"))
		case "response.completed", "response.incomplete", "response.failed":
			return responsesEnd(o.has("response"), items.list())
		case "error":
			return responsesError(o)
		}
	}
	return nil, errCut
}

// responsesEnd reads the answer in the last event. Some servers leave out there what they have sent before.
func responsesEnd(raw, items json.RawMessage) (json.RawMessage, error) {
	o, err := parseObject(raw)
	if err != nil {
		return nil, fmt.Errorf("the last event: %w", err)
	}
	if output, _ := list(o.has("output")); len(output) == 0 && items != nil {
		partPut(o, "output", items)
	}
	return o.rest()
}

// responsesError is an event that says what went wrong: by itself, or in an object as an answer would have it.
func responsesError(o *object) (json.RawMessage, error) {
	o.take("type")
	if o.has("error") == nil {
		raw, err := o.rest()
		if err != nil || raw == nil {
			raw = json.RawMessage(`"the server says no more than that"`)
		}
		o = partMember("error", raw)
	}
	return o.rest()
}
