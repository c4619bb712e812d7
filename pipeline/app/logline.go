// These files read logs: files of a program's requests to models, one per line, as logs and proxies write them.
//
// A line is a JSON object: the body of the request with a few keys beside its own ({case, turn, stage, endpoint, path,
// response, id, time}), or these keys and the body as one value under "body" or "request". All are optional but for the
// body itself.

package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// LogLine is a request in a file.
type LogLine struct {
	Number   int    // of the line in its file, from 1
	Case     string // empty: not given
	Turn     int    // from 1; 0: not given
	Stage    string // empty: the rules of the suite decide
	Endpoint Endpoint
	Body     []byte
	Answer   json.RawMessage // its answer; nil: not given
}

// maxTurn bounds the turn that a line names: the turns before it take memory, even if they are empty.
const maxTurn = 100_000

// beside are the keys that stand beside those of a body. A log's id and time differ in each line, and are no part of a
// request.
var beside = []string{"case", "turn", "stage", "endpoint", "path", "response", "id", "time"}

// ParseLine reads a line. Its number is for the caller to set.
func ParseLine(data []byte) (LogLine, error) {
	keys, members, err := split(data)
	if err != nil {
		return LogLine{}, err
	}
	if err := jsonvalue.Sound(data); err != nil {
		return LogLine{}, err
	}
	var l LogLine
	if l.Body, err = bodyOf(keys, members); err != nil {
		return LogLine{}, err
	}
	texts := map[string]*string{"case": &l.Case, "stage": &l.Stage}
	for _, key := range []string{"case", "stage"} {
		if *texts[key], err = lineLabel(key, members[key]); err != nil {
			return LogLine{}, err
		}
	}
	if raw := members["turn"]; !isNull(raw) {
		if json.Unmarshal(raw, &l.Turn) != nil || l.Turn < 1 || l.Turn > maxTurn {
			return LogLine{}, fmt.Errorf("turn: want a number from 1 to %d, got %.40s", maxTurn, raw)
		}
	}
	if raw := members["response"]; !isNull(raw) {
		l.Answer = raw
	}
	l.Endpoint, err = endpointOf(members, l.Body)
	return l, err
}

// split returns the keys and members of an object.
func split(data []byte) (keys []string, members map[string]json.RawMessage, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			return nil, nil, err
		}
		return nil, nil, errors.New("want a request, a JSON object")
	}
	members = map[string]json.RawMessage{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, nil, err
		}
		key, _ := t.(string)
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, nil, fmt.Errorf("%.40s: %w", key, err)
		}
		keys = append(keys, key)
		members[key] = value
	}
	if _, err := d.Token(); err != nil {
		return nil, nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, nil, errors.New("more than one JSON value in the line")
	}
	return keys, members, nil
}

// bodyOf returns the request itself: the value under body or request, or the object without the keys beside it.
func bodyOf(keys []string, members map[string]json.RawMessage) ([]byte, error) {
	for _, key := range []string{"body", "request"} {
		if raw := members[key]; len(raw) > 0 && raw[0] == '{' {
			return raw, nil
		}
	}
	b := []byte{'{'}
	for _, key := range keys {
		if slices.Contains(beside, key) {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(append(jsonvalue.AppendString(b, key), ':'), members[key]...)
	}
	if len(b) == 1 {
		return nil, errors.New("no request in it: want messages, input or prompt")
	}
	return append(b, '}'), nil
}

// lineLabel reads a text, or a number as a text.
func lineLabel(key string, raw json.RawMessage) (string, error) {
	if isNull(raw) {
		return "", nil
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text, nil
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil {
		return n.String(), nil
	}
	return "", fmt.Errorf("%s: want a text, got %.40s", key, raw)
}
