package app

import (
	"encoding/json"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// withoutDoor is a request in which a program that says where its model is does not say the key of the run, nor a port
// that is another one in each: nothing that is compared or kept has them. Slices of req stay as they are.
func (d *desk) withoutDoor(req pipeline.Request) pipeline.Request {
	if d.shown == nil {
		return req
	}
	req.Messages = pipeline.CloneMessages(req.Messages)
	for i := range req.Messages {
		m := &req.Messages[i]
		for k := range m.Sections {
			m.Sections[k].Text = d.shown(m.Sections[k].Text)
		}
		d.showCalls(m.ToolCalls)
		m.Name, m.Fields = d.shown(m.Name), d.json(m.Fields)
	}
	req.Tools = slices.Clone(req.Tools)
	for i := range req.Tools {
		t := &req.Tools[i]
		t.Name, t.Description, t.Parameters = d.shown(t.Name), d.shown(t.Description), d.json(t.Parameters)
	}
	req.Format, req.Parameters = d.json(req.Format), d.json(req.Parameters)
	return req
}

// answerWithoutDoor is the same for an answer that is kept: a model repeats what it was told.
func (d *desk) answerWithoutDoor(resp pipeline.Response) pipeline.Response {
	if d.shown == nil {
		return resp
	}
	resp.Content, resp.Reasoning, resp.Blocks = d.shown(resp.Content), d.shown(resp.Reasoning), d.json(resp.Blocks)
	resp.ToolCalls = slices.Clone(resp.ToolCalls)
	d.showCalls(resp.ToolCalls)
	return resp
}

func (d *desk) showCalls(calls []pipeline.ToolCall) {
	for i := range calls {
		calls[i].Name, calls[i].Arguments = d.shown(calls[i].Name), d.shown(calls[i].Arguments)
	}
}

// json is a value with shown texts: neither key nor port has a character that JSON escapes.
func (d *desk) json(raw json.RawMessage) json.RawMessage {
	if shown := d.shown(string(raw)); shown != string(raw) {
		return json.RawMessage(shown)
	}
	return raw
}
