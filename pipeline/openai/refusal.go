package openai

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/server"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// overflows are the words of servers for a prompt that does not fit into the context: as the type or code of an error
// object, of OpenAI and llama.cpp.
var overflows = []string{"context_length_exceeded", "exceed_context_size_error"}

// overflowTexts are parts of messages without such a word, in small letters, besides those of server.IsOverflow: of
// SGLang and vLLM.
var overflowTexts = []string{"maximum allowed length", "maximum model length"}

// refusal reads the message of a refused request. Servers disagree on the status for a prompt that is too long.
func refusal(status int, body []byte) (words string, tooLong bool) {
	words, tooLong = said(body)
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests,
		http.StatusServiceUnavailable:
		return words, false
	}
	return words, tooLong
}

// said returns the message of an error, and whether it says that the prompt does not fit. Anything but JSON has none.
func said(body []byte) (words string, tooLong bool) {
	e, ok := errorOf(bytes.TrimSpace(body))
	if !ok {
		return "", false
	}
	small := strings.ToLower(e.Message)
	return e.Message, slices.Contains(overflows, e.Kind) || slices.Contains(overflows, e.Code) ||
		server.IsOverflow(small) ||
		slices.ContainsFunc(overflowTexts, func(t string) bool { return strings.Contains(small, t) })
}

// errorOf reads an error object below the key error, or one that is the whole body, as vLLM and llama.cpp have sent it.
func errorOf(body []byte) (wire.Error, bool) {
	_, err := wire.Answer(wire.OpenAI, body)
	if e, ok := errors.AsType[*wire.Error](err); ok {
		return *e, true
	}
	var flat struct {
		Message, Type string
		Code, Detail  any
	}
	if json.Unmarshal(body, &flat) != nil {
		return wire.Error{}, false
	}
	e := wire.Error{Kind: flat.Type, Message: flat.Message}
	if flat.Code != nil {
		e.Code = fmt.Sprint(flat.Code)
	}
	if text, ok := flat.Detail.(string); ok && e.Message == "" { // of web frameworks
		e.Message = text
	}
	return e, e.Message != ""
}
