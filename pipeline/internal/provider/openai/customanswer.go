package openai

import (
	"bytes"
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// chatFunctions turns the custom tool calls of a chat completions answer into function calls with their text as the
// arguments: a tool call has no other form here.
func chatFunctions(body []byte) []byte {
	return customChanged(body, func(o *jsonvalue.Object) {
		customEach(o, "choices", func(choice *jsonvalue.Object) {
			choice.Within("message", func(m *jsonvalue.Object) { customEach(m, "tool_calls", chatFunctionCall) })
		})
	})
}

func chatFunctionCall(call *jsonvalue.Object) {
	if !call.IsText("type", "custom") {
		return
	}
	call.Within("custom", func(o *jsonvalue.Object) { o.Put("arguments", o.Take("input")) })
	call.Put("function", call.Take("custom"))
	call.Put("type", json.RawMessage(`"function"`))
}

// responsesFunctions is chatFunctions for responses.
func responsesFunctions(body []byte) []byte {
	return customChanged(body, func(o *jsonvalue.Object) {
		customEach(o, "output", func(item *jsonvalue.Object) {
			if item.IsText("type", responsesCustom) {
				item.Put("arguments", item.Take("input"))
				item.Put("type", json.RawMessage(`"`+responsesCall+`"`))
			}
		})
	})
}

// customChanged applies change to an answer; one that mentions no custom tool, or is no object, stays as it is.
func customChanged(body []byte, change func(*jsonvalue.Object)) []byte {
	if !bytes.Contains(body, []byte(`"custom`)) {
		return body
	}
	o, err := jsonvalue.ParseMembers(body)
	if err != nil {
		return body
	}
	change(o)
	return o.Raw()
}

// customEach changes each object in a member that is a list.
func customEach(o *jsonvalue.Object, key string, change func(*jsonvalue.Object)) {
	items, ok := jsonvalue.SplitList(o.Get(key))
	if !ok || len(items) == 0 {
		return
	}
	var changed jsonvalue.Rests
	for _, raw := range items {
		if item, err := jsonvalue.SplitObject(raw); err == nil {
			change(item)
			raw = item.Raw()
		}
		changed.Add(raw)
	}
	if raw := changed.List(); raw != nil {
		o.Put(key, raw)
	}
}
