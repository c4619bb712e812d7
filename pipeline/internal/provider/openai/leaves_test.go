package openai

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// openAILeaves counts the scalars of a JSON value, with their spelling in JSON.
type openAILeaves map[string]int

func (l openAILeaves) value(v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, member := range v {
			l["key "+key]++
			l.value(member)
		}
	case []any:
		for _, item := range v {
			l.value(item)
		}
	case string:
		l.text(v)
	case json.Number:
		l[v.String()]++
	case bool:
		l[map[bool]string{true: "true", false: "false"}[v]]++
	}
}

func (l openAILeaves) text(text string) { l["text "+text]++ }

func (l openAILeaves) raw(t testing.TB, raw json.RawMessage) {
	if raw == nil {
		return
	}
	v, err := jsonvalue.Parse(raw)
	if err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	l.value(v)
}

// openAIRead returns the scalars of everything that was read.
func openAIRead(t testing.TB, b *provider.Body) openAILeaves {
	l := openAILeaves{}
	l.text(b.FormatName)
	l.raw(t, b.Request.Format)
	l.raw(t, b.Request.Parameters)
	for _, m := range b.Request.Messages {
		l.text(m.Role)
		for _, s := range m.Sections {
			l.text(s.Text)
		}
		for _, c := range m.ToolCalls {
			l.text(c.ID)
			l.text(c.Name)
			l.text(c.Arguments)
		}
		l.text(m.ToolCallID)
		l.text(m.Name)
		l.raw(t, m.Fields)
	}
	for _, tool := range b.Request.Tools {
		l.text(tool.Name)
		l.text(tool.Description)
		l.raw(t, tool.Parameters)
	}
	return l
}

// openAITypes are types that are implied by their place in what was read.
var openAITypes = []string{"text", "input_text", "output_text", "summary_text", "reasoning_text", "function", "message",
	"function_call", "function_call_output", "reasoning", "json_schema", "json_object", "image_url", "input_image",
	"file", "input_file", "input_audio", "refusal", "item_reference"}

// openAIKnown are the members that the reader takes out wherever they have the right type.
var openAIKnown = strings.Fields(`
messages input role content name tool_calls tool_call_id id function arguments tools functions
description parameters response_format format json_schema schema text type call_id output summary
image_url url data file file_data file_id file_url input_audio refusal instructions
previous_response_id custom input`)

// openAIWant adds the scalars that must be found again: the whole body, but for types implied by their place and for
// references.
func openAIWant(key string, v any, l openAILeaves) {
	switch v := v.(type) {
	case map[string]any:
		if v["type"] == "item_reference" {
			return
		}
		for k, member := range v {
			if !slices.Contains(openAIKnown, k) {
				l["key "+k]++
			}
			openAIWant(k, member, l)
		}
	case []any:
		for _, item := range v {
			openAIWant("", item, l)
		}
	case string:
		line, isData := provider.Data(v, "")
		switch {
		case key == "type" && slices.Contains(openAITypes, v), key == "previous_response_id":
		case isData && (strings.HasPrefix(v, "data:") || key == "data"):
			l["bytes "+line]++
		case key == "url" || key == "image_url" || key == "file_id" || key == "format":
			l["bytes "+v]++
		case v != "":
			l.text(v)
		}
	default:
		l.value(v)
	}
}

// openAIAccount reports scalars of a body that are missing in what was read, or occur there less often.
func openAIAccount(t testing.TB, body []byte, b *provider.Body) {
	t.Helper()
	v, err := jsonvalue.Parse(body)
	if err != nil {
		t.Fatal(err)
	}
	want, got := openAILeaves{}, openAIRead(t, b)
	openAIWant("", v, want)
	for leaf, n := range want {
		if file, ok := strings.CutPrefix(leaf, "bytes "); ok {
			if !openAIMentions(b, file) {
				t.Errorf("%s: gone from %s", file, body)
			}
		} else if got[leaf] < n {
			t.Errorf("%s: %d times, want %d, of %s", leaf, got[leaf], n, body)
		}
	}
}

func openAIMentions(b *provider.Body, file string) bool {
	for _, m := range b.Request.Messages {
		if strings.Contains(m.Content(), file) || bytes.Contains(m.Fields, []byte(file)) {
			return true
		}
	}
	return bytes.Contains(b.Request.Parameters, []byte(file))
}

// openAIReferences stores everything that a body refers to.
func openAIReferences(s openAIStore, v any) {
	switch v := v.(type) {
	case map[string]any:
		if id, ok := v["previous_response_id"].(string); ok {
			s.KeepAnswer(id, []pipeline.Message{pipeline.Text("assistant", "Content", "answer "+id)})
		}
		if id, ok := v["id"].(string); ok && v["type"] == "item_reference" {
			s.KeepItem(id, pipeline.Text("assistant", "Content", "item "+id))
		}
		for _, member := range v {
			openAIReferences(s, member)
		}
	case []any:
		for _, item := range v {
			openAIReferences(s, item)
		}
	}
}
