package ollama

import (
	"encoding/json"
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
	Done           bool          `json:"done"`
	DoneReason     string        `json:"done_reason"`
	Prompt         int           `json:"prompt_eval_count"` // tokens
	PromptDuration time.Duration `json:"prompt_eval_duration"`
	Answer         int           `json:"eval_count"` // tokens
	AnswerDuration time.Duration `json:"eval_duration"`
}

// toolCall leaves out the id, which servers make up anew each time: a system gives ids by place.
type toolCall struct {
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

// parseLine takes what the client library takes, too.
func parseLine(raw []byte) (line, error) {
	repaired, _ := pipeline.Repair(string(raw))
	if json.Unmarshal([]byte(repaired), new(api.ChatResponse)) != nil {
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
