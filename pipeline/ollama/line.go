package ollama

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/ollama/ollama/api"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// line is a line of a stream of /api/chat. Only the last one is done, and has what stands behind that.
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

// figure is what a server has measured. What is no whole number measures nothing, and spoils no answer.
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

// longest is more than a server can have been at work for one answer.
const longest = 24 * time.Hour

// took is how long the server was at work; 0: it has not measured that, or nonsense.
func (l *line) took() time.Duration {
	prompt, answer := time.Duration(l.PromptDuration), time.Duration(l.AnswerDuration)
	if prompt < 0 || answer < 0 || prompt > longest || answer > longest {
		return 0
	}
	return prompt + answer
}

// toolCall leaves out the id, which servers make up anew each time: a system gives ids by place.
type toolCall struct {
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

// parseLine takes what the client library takes, too, but for figures that are none.
func parseLine(raw []byte) (line, error) {
	repaired, _ := pipeline.Repair(string(raw))
	if err := json.Unmarshal([]byte(repaired), new(api.ChatResponse)); err != nil && !onlyFigures(err) {
		return line{}, Garbage
	}
	var l line
	if err := json.Unmarshal([]byte(repaired), &l); err != nil {
		return line{}, Garbage
	}
	if l.Error != "" {
		return line{}, ErrorLine.saying(l.Error)
	}
	return l, nil
}

// onlyFigures reports whether a line fails to be one of Ollama's because of what the server has measured.
func onlyFigures(err error) bool {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	return ok && (strings.HasSuffix(wrong.Field, "_count") || strings.HasSuffix(wrong.Field, "_duration"))
}
