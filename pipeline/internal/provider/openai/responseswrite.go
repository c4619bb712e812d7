package openai

import (
	"encoding/json"
	"net/http"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// Write implements provider.Form.
func (Responses) Write(s *provider.Ledger, b *provider.Body, r provider.Reply) (provider.Sent, error) {
	r.Response.ToolCalls = provider.Calls(s, r, "call_")
	id := provider.ID("resp_", r.Seed, 0)
	a := responsesAnswer{
		base: responsesBase(b), items: responsesItems(r.Seed, r.Response, customOf(b)), finish: finishOf(r.Response),
		usage: provider.Usage(b, r.Response),
	}
	a.base["id"], a.base["created_at"] = id, r.Created.Unix()
	if err := keepOutput(s, b, id, a.items); err != nil {
		return provider.Sent{}, err
	}
	if b.Stream {
		return a.stream()
	}
	return provider.JSON(http.StatusOK, a.done())
}

// responsesBase repeats the client's settings, since clients look there for the defaults.
func responsesBase(b *provider.Body) map[string]any {
	base := map[string]any{
		"object": "response", "model": b.Model, "status": "in_progress", "output": []any{}, "error": nil,
		"incomplete_details": nil, "instructions": nil, "metadata": map[string]any{}, "parallel_tool_calls": true,
		"temperature": 1, "tool_choice": "auto", "tools": []any{}, "top_p": 1,
	}
	var said map[string]json.RawMessage
	if json.Unmarshal(b.Request.Parameters, &said) != nil {
		return base
	}
	for _, key := range []string{"metadata", "parallel_tool_calls", "temperature", "tool_choice", "top_p"} {
		if raw := said[key]; raw != nil && string(raw) != "null" {
			base[key] = raw
		}
	}
	return base
}
