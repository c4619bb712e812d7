package model

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// lineJSON is a line of a recording's file. writtenLine reads the members in the order in which they stand here.
type lineJSON struct {
	Path        string          `json:"path"`
	Repeat      int             `json:"repeat"`
	Source      pipeline.Source `json:"source"`
	From        string          `json:"from,omitempty"`
	Model       string          `json:"model,omitempty"`
	ModelDigest string          `json:"model_digest,omitempty"`
	Context     int             `json:"context,omitempty"`
	Server      string          `json:"server,omitempty"`
	At          string          `json:"at,omitempty"`
	Digest      string          `json:"digest,omitempty"`
	CarriedFrom string          `json:"carried_from,omitempty"`
	Request     *requestJSON    `json:"request,omitempty"`
	Response    responseJSON    `json:"response"`
}

// requestJSON leaves out the first Keep messages: those of the request at Extends, further up in the file.
type requestJSON struct {
	Stage      string           `json:"stage"`
	Model      string           `json:"model,omitempty"`
	Extends    string           `json:"extends,omitempty"`
	Keep       int              `json:"keep,omitempty"`
	Messages   []messageJSON    `json:"messages"`
	Tools      []toolJSON       `json:"tools,omitempty"`
	Format     json.RawMessage  `json:"format,omitempty"`
	Options    pipeline.Options `json:"options"`
	Think      pipeline.Think   `json:"think,omitempty"`
	Parameters json.RawMessage  `json:"parameters,omitempty"`
	Truncate   *bool            `json:"truncate,omitempty"` // of an answer that came from a server
	Shift      *bool            `json:"shift,omitempty"`
	Timeout    float64          `json:"timeout_ms,omitempty"`
}

type messageJSON struct {
	Role       string              `json:"role"`
	Content    string              `json:"content"`
	ToolCalls  []pipeline.ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string              `json:"tool_call_id,omitempty"`
	Name       string              `json:"name,omitempty"`
	Fields     json.RawMessage     `json:"fields,omitempty"`
}

type toolJSON struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
}

type responseJSON struct {
	Content    string              `json:"content,omitempty"`
	Base64     []byte              `json:"content_base64,omitempty"` // instead of content, where it is not UTF-8
	ToolCalls  []pipeline.ToolCall `json:"tool_calls,omitempty"`
	Reasoning  string              `json:"reasoning,omitempty"`
	Blocks     json.RawMessage     `json:"blocks,omitempty"`
	Finish     string              `json:"finish,omitempty"`
	Usage      *pipeline.Usage     `json:"usage,omitempty"`
	DurationMS float64             `json:"duration_ms,omitempty"`
	Fail       pipeline.Reason     `json:"fail,omitempty"`
	Error      string              `json:"error,omitempty"`
}
