package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prefix"
)

// Recording is the answers of a model for one case. In its file the first line is a header with the version and the
// case, and each further line is one answer.
type Recording struct {
	Case  string
	Lines []Line
}

// Line is one recorded answer.
type Line struct {
	Path        string
	Repeat      int // which sample of the same request, from 1
	Source      pipeline.Source
	From        string // of an imported answer: its origin
	Model       string // name of the model that answered
	ModelDigest string
	Context     int       // the model's context length in tokens; 0: unknown
	Server      string    // its version
	At          time.Time // when the server answered, to the second; zero: unknown
	Cuts        bool      // the server was allowed to truncate the prompt silently
	Digest      string    // of the request; imported lines have none, since their request is unknown
	CarriedFrom string    // a person kept the answer of the request with this digest
	Request     *pipeline.Request
	Response    pipeline.Response
	Failure     *pipeline.Failure // instead of an answer, or after a part of one
}

// Answered returns the recording without the failures.
func (r *Recording) Answered() *Recording {
	all := &Recording{Case: r.Case}
	for _, l := range r.Lines {
		if l.Failure == nil {
			all.Lines = append(all.Lines, l)
		}
	}
	return all
}

const recordingVersion = 1

// maxMessages bounds the messages of all requests of a recording together, counting again those taken over from a line
// above: several answers to each request of the longest possible case.
const maxMessages = 8 * pipeline.MaxMessages

type headerJSON struct {
	Recording int    `json:"recording"`
	Case      string `json:"case"`
}

// Encode returns the recording's file.
func (r *Recording) Encode() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(headerJSON{Recording: recordingVersion, Case: r.Case}); err != nil {
		return nil, err
	}
	earlier, last := prefix.New(), map[string]int{}
	for i, l := range r.Lines {
		extends, keep := "", 0
		from, n := longestPrefix(earlier, i, l)
		if n > 0 && last[r.Lines[from].Path] == from { // else its path now names a later line
			extends, keep = r.Lines[from].Path, n
		}
		if l.Repeat == 1 && l.Request != nil {
			last[l.Path] = i
		}
		if err := enc.Encode(encodeLine(l, extends, keep)); err != nil {
			return nil, fmt.Errorf("%s: %w", l.Path, err)
		}
	}
	return b.Bytes(), nil
}

// Encode returns the line as in a file of its own, with its whole request.
func (l Line) Encode() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(encodeLine(l, "", 0))
	return b.Bytes(), err
}

// encodeLine leaves out the first keep messages of the request: those of the request at the path extends.
func encodeLine(l Line, extends string, keep int) lineJSON {
	j := lineJSON{
		Path: l.Path, Repeat: l.Repeat, Source: l.Source, From: l.From, Model: l.Model, ModelDigest: l.ModelDigest,
		Context: l.Context, Server: l.Server, Digest: l.Digest, CarriedFrom: l.CarriedFrom,
		Response: encodeResponse(l.Response, l.Failure),
	}
	if !l.At.IsZero() {
		j.At = l.At.UTC().Format(time.RFC3339)
	}
	if l.Request == nil {
		return j
	}
	j.Request = &requestJSON{
		Stage: l.Request.Stage, Model: l.Request.Model, Extends: extends, Keep: keep,
		Messages: make([]messageJSON, 0, len(l.Request.Messages)-keep), Format: l.Request.Format,
		Options: l.Request.Options, Think: l.Request.Think, Timeout: float64(l.Request.Timeout) / 1e6,
		Parameters: l.Request.Parameters,
	}
	// an application says itself, or not at all, whether its server may cut a prompt
	if l.Source == pipeline.SourceOllama && !l.At.IsZero() && l.Request.Parameters == nil {
		j.Request.Truncate, j.Request.Shift = &l.Cuts, &l.Cuts
	}
	for _, m := range l.Request.Messages[keep:] {
		j.Request.Messages = append(j.Request.Messages, messageJSON{m.Role, m.Content(), m.ToolCalls, m.ToolCallID,
			m.Name, m.Fields})
	}
	for _, t := range l.Request.Tools {
		j.Request.Tools = append(j.Request.Tools, toolJSON(t))
	}
	return j
}

// longestPrefix returns the earlier line of the same stage whose request shares the longest prefix of messages, and its
// length keep. Only the first answer to a request can be extended.
func longestPrefix(earlier *prefix.Tree, i int, l Line) (from, keep int) {
	if l.Request == nil {
		return 0, 0
	}
	sent := make([]pipeline.Message, len(l.Request.Messages))
	for n, m := range l.Request.Messages { // a recording keeps what a model gets, which has no sections
		sent[n] = m
		sent[n].Sections = []pipeline.Section{{Text: m.Content()}}
	}
	if l.Repeat != 1 {
		return earlier.Find(l.Request.Stage, sent)
	}
	return earlier.Add(i, l.Request.Stage, sent)
}

// sentEqual compares what a model gets of two messages.
func sentEqual(a, b pipeline.Message) bool {
	return a.Role == b.Role && a.ToolCallID == b.ToolCallID && a.Name == b.Name &&
		bytes.Equal(a.Fields, b.Fields) && slices.Equal(a.ToolCalls, b.ToolCalls) && a.Content() == b.Content()
}

func encodeResponse(r pipeline.Response, f *pipeline.Failure) responseJSON {
	j := responseJSON{Content: r.Content, ToolCalls: r.ToolCalls, Reasoning: r.Reasoning, Blocks: r.Blocks,
		Finish: r.Finish, DurationMS: float64(r.Duration) / 1e6}
	if !utf8.ValidString(r.Content) {
		j.Content, j.Base64 = "", []byte(r.Content)
	}
	if r.Usage != (pipeline.Usage{}) {
		j.Usage = &r.Usage
	}
	if f != nil {
		j.Fail = f.Reason
		if f.Err != nil {
			j.Error = f.Err.Error()
		}
	}
	return j
}

// ReadRecording reads the bytes of a recording's file. Errors name file and line.
func ReadRecording(data []byte, file string) (*Recording, error) {
	if len(data) == 0 {
		return nil, pipeline.FileErrorf(file, 1, "an empty recording")
	}
	rec := &Recording{}
	requests, messages := map[string]*pipeline.Request{}, 0
	err := decodeLines(data, file, func(dec *lineDecoder, line []byte, first bool) error {
		if first {
			return rec.readHeader(dec, line)
		}
		if err := rec.readLine(dec, line, requests); err != nil {
			return err
		}
		if req := rec.Lines[len(rec.Lines)-1].Request; req != nil {
			messages += len(req.Messages)
		}
		if messages > maxMessages {
			return fmt.Errorf("more than %d messages in one recording: split the case, and record again", maxMessages)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return rec, nil
}

// ReadRecordingOf is ReadRecording for the file of one case: another case's recording is an error.
func ReadRecordingOf(id string, data []byte, file string) (*Recording, error) {
	rec, err := ReadRecording(data, file)
	if err == nil && rec.Case != id {
		return nil, pipeline.FileErrorf(file, 1, "the recording of case %q, not of %q", rec.Case, id)
	}
	return rec, err
}

func (r *Recording) readHeader(dec *lineDecoder, line []byte) error {
	var h headerJSON
	if err := dec.decode(line, &h); err != nil {
		return err
	}
	if h.Recording != recordingVersion {
		return fmt.Errorf("recording version %d, this program reads version %d: record the case again", h.Recording,
			recordingVersion)
	}
	r.Case = h.Case
	return nil
}

func (r *Recording) readLine(dec *lineDecoder, line []byte, requests map[string]*pipeline.Request) error {
	j, ok := writtenLine(line)
	if !ok {
		j = lineJSON{}
		if err := dec.decode(line, &j); err != nil {
			return err
		}
	}
	switch {
	case j.Path == "":
		return errors.New("no path")
	case !j.Source.Recorded() && j.Source != pipeline.SourceImported:
		return fmt.Errorf("source %q: want %s, %s, %s or %s (scripted answers are in the case)", j.Source,
			pipeline.SourceOllama, pipeline.SourceOpenAI, pipeline.SourceAnthropic, pipeline.SourceImported)
	case j.Source == pipeline.SourceImported && (j.From == "" || j.Model == ""):
		return errors.New("an imported answer must name its origin (from) and its model")
	case j.Source.Recorded() && (j.Digest == "" || j.Request == nil):
		return errors.New("a recorded answer must hold its request and the request's digest")
	}
	l := Line{
		Path: j.Path, Repeat: max(j.Repeat, 1), Source: j.Source, From: j.From, Model: j.Model,
		ModelDigest: j.ModelDigest, Context: j.Context,
		Server: j.Server, Digest: j.Digest, CarriedFrom: j.CarriedFrom,
	}
	if j.At != "" {
		at, err := time.Parse(time.RFC3339, j.At)
		if err != nil {
			return fmt.Errorf("at: want a time like 2026-11-22T14:03:05Z, got %q", j.At)
		}
		l.At = at
	}
	l.Response, l.Failure = j.Response.decode()
	if j.Request != nil {
		req, err := j.Request.decode(j.Path, requests)
		if err != nil {
			return err
		}
		l.Request = req
		l.Cuts = isTrue(j.Request.Truncate) || isTrue(j.Request.Shift)
		if l.Repeat == 1 {
			requests[l.Path] = req
		}
	}
	r.Lines = append(r.Lines, l)
	return nil
}

func isTrue(b *bool) bool { return b != nil && *b }

func (j *requestJSON) decode(path string, requests map[string]*pipeline.Request) (*pipeline.Request, error) {
	req := &pipeline.Request{Path: path, Stage: j.Stage, Model: j.Model, Format: j.Format, Options: j.Options,
		Think: j.Think, Timeout: time.Duration(math.Round(j.Timeout * 1e6)), Parameters: j.Parameters}
	if j.Keep != 0 {
		from := requests[j.Extends]
		if from == nil || j.Keep < 0 || j.Keep > len(from.Messages) {
			return nil, fmt.Errorf("keeps %d messages of %q, which no line above has", j.Keep, j.Extends)
		}
		req.Messages = from.Messages[:j.Keep:j.Keep] // shared: nobody changes what was recorded
	}
	for _, m := range j.Messages {
		pm := pipeline.Message{Role: m.Role, ToolCalls: m.ToolCalls, ToolCallID: m.ToolCallID, Name: m.Name,
			Fields: m.Fields}
		if m.Content != "" {
			pm.Sections = []pipeline.Section{{Name: "Content", Text: m.Content}}
		}
		req.Messages = append(req.Messages, pm)
	}
	for _, t := range j.Tools {
		req.Tools = append(req.Tools, pipeline.Tool(t))
	}
	return req, nil
}

func (j responseJSON) decode() (pipeline.Response, *pipeline.Failure) {
	r := pipeline.Response{Content: j.Content, ToolCalls: j.ToolCalls, Reasoning: j.Reasoning, Blocks: j.Blocks,
		Finish: j.Finish}
	r.Duration = time.Duration(math.Round(j.DurationMS * 1e6)) // else it would drift with each round trip
	if j.Base64 != nil {
		r.Content = string(j.Base64)
	}
	if j.Usage != nil {
		r.Usage = *j.Usage
	}
	if j.Fail == "" {
		return r, nil
	}
	return r, &pipeline.Failure{Reason: j.Fail, Err: errors.New(j.Error)}
}
