package bill

import (
	"encoding/json"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// markKey is the key with which a client of Anthropic's API marks the end of what is to be cached.
const markKey = "cache_control"

// said is what a client's other parameters say about caching.
type said struct {
	Model string          `json:"model"`
	Mark  json.RawMessage `json:"cache_control"` // of the whole request: its last block is marked
	Tools map[string]struct {
		Mark json.RawMessage `json:"cache_control"`
	} `json:"tools"`
}

func saidIn(req *pipeline.Request) said {
	var s said
	if len(req.Parameters) > 0 {
		_ = json.Unmarshal(req.Parameters, &s) // of another form: it marks nothing
	}
	if req.Model != "" {
		s.Model = req.Model
	}
	return s
}

// withoutMarks returns the fields of a message without marks, which are no part of what is cached.
func withoutMarks(fields json.RawMessage) string {
	if !strings.Contains(string(fields), markKey) {
		return string(fields)
	}
	var v any
	if json.Unmarshal(fields, &v) != nil {
		return string(fields)
	}
	rest, _ := json.Marshal(unmarked(v)) // it was JSON
	switch text := string(rest); text {
	case "{}":
		return ""
	default:
		return text
	}
}

// unmarked removes marks from a value, and lists in which nothing else is left.
func unmarked(v any) any {
	switch v := v.(type) {
	case map[string]any:
		delete(v, markKey)
		for key, member := range v {
			if v[key] = unmarked(member); v[key] == nil {
				delete(v, key)
			}
		}
		return v
	case []any:
		empty := true
		for i := range v {
			v[i] = unmarked(v[i])
			o, isObject := v[i].(map[string]any)
			empty = empty && isObject && len(o) == 0
		}
		if empty {
			return nil
		}
	}
	return v
}

// marksIn returns the marked blocks of a message: the indices of its sections, then of its tool calls.
func marksIn(m *pipeline.Message) map[int]bool {
	if !strings.Contains(string(m.Fields), markKey) {
		return nil
	}
	var fields struct {
		Mark    json.RawMessage   `json:"cache_control"`
		Content []json.RawMessage `json:"content"`
	}
	if json.Unmarshal(m.Fields, &fields) != nil {
		return nil
	}
	marks := map[int]bool{}
	for i, raw := range fields.Content {
		if o, err := jsonvalue.SplitObject(raw); err == nil && o.Get(markKey) != nil {
			marks[i] = true
		}
	}
	if fields.Mark != nil {
		marks[len(m.Sections)+len(m.ToolCalls)-1] = true
	}
	return marks
}
