package ollama

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// received is a parsed line of an answer.
type received struct {
	receivedMessage
	Message  receivedMessage `json:"message"`
	Response string          `json:"response"`
	Error    json.RawMessage `json:"error"`
	Done     bool            `json:"done"`
}

type receivedMessage struct {
	Content  string            `json:"content"`
	Thinking string            `json:"thinking"`
	Calls    []json.RawMessage `json:"tool_calls"`
}

// answer reads an answer of one line or many, of chat or of generate, as one line of chat.
func answer(body []byte) (pipeline.Response, error) {
	var content, thinking strings.Builder
	var calls []json.RawMessage
	dec := json.NewDecoder(bytes.NewReader(body))
	for {
		var line json.RawMessage
		if err := dec.Decode(&line); errors.Is(err, io.EOF) {
			return pipeline.Response{}, errors.New("ollama answer: it is cut off: no line is done")
		} else if err != nil {
			return pipeline.Response{}, fmt.Errorf("ollama answer: a line that is cut off, or not JSON: %w", err)
		}
		var part received
		if err := json.Unmarshal(line, &part); err != nil {
			return pipeline.Response{}, fmt.Errorf("ollama answer: %w", err)
		}
		if len(part.Error) > 0 {
			return wire.Answer(wire.Ollama, line)
		}
		content.WriteString(part.Message.Content + part.Response)
		thinking.WriteString(part.Message.Thinking + part.Thinking)
		calls = append(append(calls, part.Message.Calls...), part.Calls...)
		if part.Done {
			return wholeAnswer(line, receivedMessage{content.String(), thinking.String(), calls})
		}
	}
}

// wholeAnswer reads the last line of an answer with the texts of all lines.
func wholeAnswer(line json.RawMessage, all receivedMessage) (pipeline.Response, error) {
	o, err := jsonvalue.ParseMembers(line)
	if err != nil {
		return pipeline.Response{}, fmt.Errorf("ollama answer: %w", err)
	}
	message, err := provider.Marshal(all)
	if err != nil {
		return pipeline.Response{}, fmt.Errorf("ollama answer: %w", err)
	}
	o.Put("message", message)
	return wire.Answer(wire.Ollama, o.Raw())
}
