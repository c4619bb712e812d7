package bill

import (
	"encoding/json"
	"hash/maphash"
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

// boundary is the end of a block as Anthropic's API counts them: a tool, a text, a tool call.
type boundary struct {
	digest uint64 // of everything up to here
	tokens int    // of everything up to here
	marked bool
}

// boundaries returns the ends of a prompt's blocks.
func (p *prompt) boundaries(seed maphash.Seed) []boundary {
	var all []boundary
	var h maphash.Hash
	h.SetSeed(seed)
	h.WriteString(p.said.Model + "\x00" + string(p.req.Format))
	tokens := 0
	end := func(n int, marked bool, texts ...string) {
		for _, text := range texts {
			h.WriteString(text)
			h.WriteByte(0)
		}
		tokens += n
		all = append(all, boundary{h.Sum64(), tokens, marked})
	}
	for i := range p.blocks {
		b := &p.blocks[i]
		if b.tool != nil {
			end(b.tokens(0), p.said.Tools[b.tool.Name].Mark != nil, b.tool.Name, b.tool.Description,
				string(b.tool.Parameters))
			continue
		}
		if b.call != nil {
			continue // with its message
		}
		m := b.message
		marks := marksIn(m)
		h.WriteString(m.Role + "\x00" + m.Name + "\x00" + m.ToolCallID + "\x00" + b.fields)
		for j := range m.Sections {
			end(pipeline.EstimateTokens(m.Sections[j].Text), marks[j], m.Sections[j].Text)
		}
		for j := range m.ToolCalls {
			c := &m.ToolCalls[j]
			end(pipeline.EstimateToolCalls(m.ToolCalls[j:j+1]), marks[len(m.Sections)+j], c.ID, c.Name, c.Arguments)
		}
	}
	if p.said.Mark != nil && len(all) > 0 {
		all[len(all)-1].marked = true
	}
	return all
}

// lookback is how many blocks, a marked one included, Anthropic's API tries for one that was marked before.
const lookback = 20

// mark returns how many tokens of a prompt an earlier one has marked, and keeps its own marks; nil: it has none, so
// nothing is read from the cache.
func (s *stage) mark(seed maphash.Seed, p *prompt) *int {
	if !p.marks() {
		return nil
	}
	kept := 0
	all := p.boundaries(seed)
	for i := range all {
		for j := i; all[i].marked && j >= 0 && j > i-lookback; j-- {
			if s.written[all[j].digest] {
				kept = max(kept, all[j].tokens)
				break
			}
		}
	}
	for _, b := range all {
		if b.marked {
			s.written[b.digest], p.marked = true, b.tokens
		}
	}
	return &kept
}

// marks reports whether a prompt may mark anything.
func (p *prompt) marks() bool {
	if strings.Contains(string(p.req.Parameters), markKey) {
		return true
	}
	for i := range p.req.Messages {
		if strings.Contains(string(p.req.Messages[i].Fields), markKey) {
			return true
		}
	}
	return false
}
