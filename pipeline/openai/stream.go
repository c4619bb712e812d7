package openai

import (
	"bytes"
	"errors"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider/openai"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// unseenTokens is how many tokens a server may count in addition to the bytes that are exchanged: those of the model's
// template, with a system text of its own and the words around tools, and the ends of messages.
const unseenTokens = 1 << 13

// stream is an answer as it arrives: server-sent events, whose data is a chunk or [DONE].
type stream struct {
	chunks openai.ChatStream
	data   []byte // of the event that has not ended
	failed bool   // that event is called error
	bytes  int    // of the lines

	began, ended time.Time
}

// take adds a line, without blanks around it. Text after [DONE] is no part of the answer.
func (s *stream) take(line []byte) error {
	s.bytes += len(line)
	if s.chunks.Done() {
		return nil
	}
	if len(line) == 0 {
		return s.dispatch()
	}
	field, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimSpace(value)
	switch string(field) {
	case "": // a comment, which keeps the connection alive
	case "id", "retry":
	case "event":
		s.failed = string(value) == "error"
	case "error": // of older versions of llama.cpp
		s.failed, s.data = true, bytes.Clone(value)
	case "data":
		if s.data != nil {
			s.data = append(s.data, '\n')
		}
		s.data = append(s.data, value...)
	default: // an answer that is no stream, or an error object without an event
		if words, tooLong := said(line); words != "" {
			return s.brokenOff(words, tooLong)
		}
		return server.Garbage
	}
	return nil
}

// dispatch reads the event that a blank line ends.
func (s *stream) dispatch() error {
	data, failed := s.data, s.failed
	s.data, s.failed = nil, false
	if data == nil {
		return nil
	}
	if failed {
		return s.brokenOff(said(data))
	}
	err := s.chunks.Add(data)
	if _, ok := errors.AsType[*wire.Error](err); ok {
		return s.brokenOff(said(data))
	}
	if err != nil {
		return server.Garbage
	}
	return nil
}

// brokenOff returns the outcome of an error within a stream. Some servers say only there that a prompt is too long;
// once the answer has begun, it was not.
func (s *stream) brokenOff(words string, tooLong bool) error {
	if tooLong && s.chunks.Empty() {
		return server.TooLong.Saying(words)
	}
	return server.ErrorLine.Saying(words)
}

// check returns what is wrong with an answer whose HTTP response ended normally.
func (s *stream) check() error {
	if err := s.dispatch(); err != nil { // some servers leave out the last blank line
		return err
	}
	switch finish := s.chunks.Finish(); {
	case !s.chunks.Done():
		return NotDone
	case finish == "":
		return Unfinished
	case finish == "abort", finish == "error":
		return GivenUp
	}
	return nil
}

// response returns the answer so far, to a request of so many bytes. The error is an outcome.
func (s *stream) response(sent int) (pipeline.Response, error) {
	resp, err := s.chunks.Response()
	if err != nil {
		return pipeline.Response{}, server.Garbage
	}
	resp.Usage = resp.Usage.Within(sent+unseenTokens, s.bytes+unseenTokens)
	for i := range resp.ToolCalls { // servers make ids anew each time: a system numbers them by place
		resp.ToolCalls[i].ID = ""
	}
	return resp, nil
}
