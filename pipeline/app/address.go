package app

import (
	"encoding/json"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// withoutAddress is a request in which a program that says where its model is does not say the key of the run, nor a
// port that is another one in each: nothing that is compared or kept has them. Slices of req stay as they are.
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

// answerWithoutAddress is the same for an answer that is kept: a model repeats what it was told.
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

// json is a value with shown texts: neither key nor port has a character that JSON escapes.
func (d *session) json(raw json.RawMessage) json.RawMessage {
	if shown := d.shown(string(raw)); shown != string(raw) {
		return json.RawMessage(shown)
	}
	return raw
}

// changed is a list with each item as change gives it; it is the list itself where no item is another one then.
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
