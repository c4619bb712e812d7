package app

import (
	"encoding/json"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// withoutAddress returns the request with the run's key and port masked, since both differ from run to run and a
// program may state its model's address. Nothing compared or kept contains them. The slices of req stay unchanged.
func (d *session) withoutAddress(req pipeline.Request) pipeline.Request {
	if d.shown == nil {
		return req
	}
	req.Messages = changed(req.Messages, d.message)
	req.Tools = changed(req.Tools, func(t pipeline.Tool) (pipeline.Tool, bool) {
		all := pipeline.Tool{
			Name: d.shown(t.Name), Description: d.shown(t.Description), Parameters: d.json(t.Parameters),
		}
		return all, all.Name != t.Name || all.Description != t.Description ||
			string(all.Parameters) != string(t.Parameters)
	})
	req.Format, req.Parameters = d.json(req.Format), d.json(req.Parameters)
	return req
}

// answerWithoutAddress does the same for an answer that is kept: a model repeats what it was told.
func (d *session) answerWithoutAddress(resp pipeline.Response) pipeline.Response {
	if d.shown == nil {
		return resp
	}
	resp.Content, resp.Reasoning, resp.Blocks = d.shown(resp.Content), d.shown(resp.Reasoning), d.json(resp.Blocks)
	resp.ToolCalls = changed(resp.ToolCalls, d.call)
	return resp
}

func (d *session) message(m pipeline.Message) (shown pipeline.Message, other bool) {
	shown = m
	shown.Sections = changed(m.Sections, func(s pipeline.Section) (pipeline.Section, bool) {
		text := d.shown(s.Text)
		return pipeline.Section{Name: s.Name, Text: text}, text != s.Text
	})
	shown.ToolCalls = changed(m.ToolCalls, d.call)
	shown.Name, shown.ToolCallID, shown.Fields = d.shown(m.Name), d.shown(m.ToolCallID), d.json(m.Fields)
	return shown, !shown.Equal(m)
}

func (d *session) call(c pipeline.ToolCall) (shown pipeline.ToolCall, other bool) {
	shown = pipeline.ToolCall{ID: d.shown(c.ID), Name: d.shown(c.Name), Arguments: d.shown(c.Arguments)}
	return shown, shown != c
}

// json masks the texts in a JSON value: neither key nor port contains a character that JSON escapes.
func (d *session) json(raw json.RawMessage) json.RawMessage {
	if shown := d.shown(string(raw)); shown != string(raw) {
		return json.RawMessage(shown)
	}
	return raw
}

// changed returns the list with change applied to each item, or the list itself if no item changes.
func changed[T any](list []T, change func(T) (T, bool)) []T {
	all := list
	for i, item := range list {
		next, other := change(item)
		if !other {
			continue
		}
		if &all[0] == &list[0] {
			all = slices.Clone(list)
		}
		all[i] = next
	}
	return all
}
