package ollama

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/ollama/ollama/api"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// line is a line of a stream of /api/chat. Only the last one is done, and has the fields after that.
type line struct {
	Error   string `json:"error"`
	Message struct {
		Content   string     `json:"content"`
		Thinking  string     `json:"thinking"`
		ToolCalls []toolCall `json:"tool_calls"`
	} `json:"message"`
	Done           bool   `json:"done"`
	DoneReason     string `json:"done_reason"`
	Prompt         figure `json:"prompt_eval_count"` // tokens
	PromptDuration figure `json:"prompt_eval_duration"`
	Answer         figure `json:"eval_count"` // tokens
	AnswerDuration figure `json:"eval_duration"`
}

// figure is a server's measurement. A value that is no integer counts as unmeasured, and spoils no answer.
type figure int64

// UnmarshalJSON implements json.Unmarshaler.
func (f *figure) UnmarshalJSON(text []byte) error {
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		n = 0
	}
	*f = figure(n)
	return nil
}

func (l *line) usage() pipeline.Usage {
	return pipeline.Usage{Prompt: int(l.Prompt), Completion: int(l.Answer)}
}

// longest exceeds the time that any server works on one answer.
const longest = 24 * time.Hour

// took returns how long the server was at work; 0: not measured, or nonsense.
func (l *line) took() time.Duration {
	prompt, answer := time.Duration(l.PromptDuration), time.Duration(l.AnswerDuration)
	if prompt < 0 || answer < 0 || prompt > longest || answer > longest {
		return 0
	}
	return prompt + answer
}

// toolCall omits the id, which servers generate anew each time: a system numbers ids by place.
type toolCall struct {
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

// parseLine accepts what the client library accepts, and also invalid figures.
func parseLine(raw []byte) (line, error) {
	repaired, _ := pipeline.Repair(string(raw))
	if err := json.Unmarshal([]byte(repaired), new(api.ChatResponse)); err != nil && !onlyFigures(err) {
		return line{}, server.Garbage
	}
	var l line
	if err := json.Unmarshal([]byte(repaired), &l); err != nil {
		return line{}, server.Garbage
	}
	if l.Error != "" {
		return line{}, server.ErrorLine.Saying(l.Error)
	}
	return l, nil
}

// onlyFigures reports whether a line is invalid only because of its measurements.
func onlyFigures(err error) bool {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	return ok && (strings.HasSuffix(wrong.Field, "_count") || strings.HasSuffix(wrong.Field, "_duration"))
}
