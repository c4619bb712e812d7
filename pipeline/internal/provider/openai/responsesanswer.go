package openai

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// Answer implements provider.Form.
func (Responses) Answer(stream bool, body []byte) (pipeline.Response, error) {
	whole, err := responsesWhole(stream, body)
	if err != nil {
		return pipeline.Response{}, err
	}
	return wire.Answer(wire.Codex, responsesFunctions(whole))
}

// responsesWhole returns an answer as it would be in one piece, or an error object.
func responsesWhole(stream bool, body []byte) (json.RawMessage, error) {
	if !stream || jsonvalue.OpensObject(body) {
		return body, nil
	}
	var items jsonvalue.Rests
	for name, data := range provider.ReceivedEvents(body) {
		if string(data) == provider.Done {
			break
		}
		o, err := jsonvalue.ParseMembers(data)
		if err != nil {
			return nil, fmt.Errorf("an event: %w", err)
		}
		kind, _ := jsonvalue.Text(o.Get("type"))
		switch cmp.Or(kind, name) {
		case "response.output_item.done":
			items.Add(o.Get("item"))
		case "response.completed", "response.incomplete", "response.failed":
			return responsesEnd(o.Get("response"), items.List())
		case "error":
			return responsesError(o)
		}
	}
	return nil, errCut
}

// responsesEnd reads the answer in the last event. Some servers omit there what they have sent before.
func responsesEnd(raw, items json.RawMessage) (json.RawMessage, error) {
	o, err := jsonvalue.ParseMembers(raw)
	if err != nil {
		return nil, fmt.Errorf("the last event: %w", err)
	}
	if output, _ := jsonvalue.SplitList(o.Get("output")); len(output) == 0 && items != nil {
		o.Put("output", items)
	}
	return o.Rest()
}

// responsesError returns an error event's error: by itself, or in an object like an answer's.
func responsesError(o *jsonvalue.Object) (json.RawMessage, error) {
	o.Take("type")
	if o.Get("error") == nil {
		raw, err := o.Rest()
		if err != nil || raw == nil {
			raw = json.RawMessage(`"the server says no more than that"`)
		}
		o = jsonvalue.ObjectOf("error", raw)
	}
	return o.Rest()
}
