package model

import (
	"errors"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

// Masked returns a request with its messages' and tools' secrets masked, and without volatile text. Slices that contain
// neither are shared with req. Recorder and Replay take digests of masked requests, so a recording, which holds no
// secret, answers the request that was recorded.
func Masked(m *secrets.Masker, req pipeline.Request) pipeline.Request {
	req.Messages = mapped(req.Messages, func(msg pipeline.Message) (pipeline.Message,
		bool) {
		return maskedMessage(m, msg)
	})
	req.Tools = mapped(req.Tools, func(t pipeline.Tool) (pipeline.Tool, bool) {
		masked := pipeline.Tool{Name: m.Text(t.Name), Description: m.Text(t.Description),
			Parameters: m.JSON(t.Parameters)}
		return masked, masked.Name != t.Name || masked.Description != t.Description ||
			string(masked.Parameters) != string(t.Parameters)
	})
	req.Format, req.Parameters = m.JSON(req.Format), m.JSON(req.Parameters)
	return req
}

// MaskedResponse returns an answer with its secrets masked.
func MaskedResponse(m *secrets.Masker, r pipeline.Response) pipeline.Response {
	r.Content, r.Reasoning = m.Text(r.Content), m.Text(r.Reasoning)
	r.ToolCalls, r.Blocks = maskedCalls(m, r.ToolCalls), m.JSON(r.Blocks)
	return r
}

// MaskedFailure returns a failure with the secrets of its text masked; it is f if there are none.
func MaskedFailure(m *secrets.Masker, f *pipeline.Failure) *pipeline.Failure {
	if f == nil || f.Err == nil {
		return f
	}
	text := f.Err.Error()
	if masked := m.Text(text); masked != text {
		return &pipeline.Failure{Reason: f.Reason, Err: errors.New(masked)}
	}
	return f
}

// MaskedCall returns a tool call with its secrets masked.
func MaskedCall(m *secrets.Masker, c pipeline.ToolCall) pipeline.ToolCall {
	return pipeline.ToolCall{ID: m.Text(c.ID), Name: m.Text(c.Name), Arguments: m.Text(c.Arguments)}
}

func maskedCalls(m *secrets.Masker, calls []pipeline.ToolCall) []pipeline.ToolCall {
	return mapped(calls, func(c pipeline.ToolCall) (pipeline.ToolCall, bool) {
		masked := MaskedCall(m, c)
		return masked, masked != c
	})
}

func maskedMessage(m *secrets.Masker, msg pipeline.Message) (pipeline.Message, bool) {
	sections := mapped(msg.Sections, func(s pipeline.Section) (pipeline.Section, bool) {
		name, text := m.Text(s.Name), m.Text(s.Text)
		if name == s.Name && text == s.Text {
			return s, false
		}
		return pipeline.NewSection(name, s.Pieces().Rewritten(text, m.Text)), true
	})
	calls := maskedCalls(m, msg.ToolCalls)
	id, name, fields := m.Text(msg.ToolCallID), m.Text(msg.Name), m.JSON(msg.Fields)
	changed := id != msg.ToolCallID || name != msg.Name || string(fields) != string(msg.Fields) ||
		!shared(sections, msg.Sections) || !shared(calls, msg.ToolCalls)
	msg.Sections, msg.ToolCalls, msg.ToolCallID, msg.Name, msg.Fields = sections, calls, id, name, fields
	return msg, changed
}

// mapped applies f to each element of a list, and returns the list itself if f changes none.
func mapped[T any](list []T, f func(T) (T, bool)) []T {
	own := false
	for i, v := range list {
		masked, changed := f(v)
		if !changed {
			continue
		}
		if !own {
			list, own = slices.Clone(list), true
		}
		list[i] = masked
	}
	return list
}

// shared reports whether two lists of equal length are the same list.
func shared[T any](a, b []T) bool { return len(a) == 0 || &a[0] == &b[0] }
