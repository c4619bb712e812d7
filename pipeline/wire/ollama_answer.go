package wire

import (
	"errors"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

type ollamaAnswer struct {
	Model      text          `json:"model"`
	Message    ollamaReply   `json:"message"`
	Done       bool          `json:"done"`
	Finish     text          `json:"done_reason,omitempty"`
	Total      time.Duration `json:"total_duration,omitempty"` // nanoseconds
	Prompt     int           `json:"prompt_eval_count,omitempty"`
	Completion int           `json:"eval_count,omitempty"`
}

type ollamaReply struct {
	ollamaMessage
	Thinking text `json:"thinking,omitempty"`
}

// answerBody says stop for tool calls: Ollama has no word of its own for them.
func (ollama) answerBody(resp pipeline.Response) any {
	a := ollamaAnswer{
		Model: text(resp.Origin.Model), Done: true, Finish: text(resp.Finish), Total: resp.Duration,
		Prompt: resp.Usage.Prompt, Completion: resp.Usage.Completion,
		Message: ollamaReply{
			ollamaMessage{Role: pipeline.RoleAssistant, Content: text(resp.Content),
				ToolCalls: ollamaToolCalls(resp.ToolCalls)}, text(resp.Reasoning),
		},
	}
	if a.Finish == toolCalls {
		a.Finish = stop
	}
	return a
}

func (ollama) answer(raw []byte) (pipeline.Response, error) {
	var a ollamaAnswer
	if err := decode(raw, &a); err != nil {
		return pipeline.Response{}, err
	}
	if !a.Done {
		return pipeline.Response{}, errors.New("not done: the answer is cut off")
	}
	return pipeline.Response{
		Content: string(a.Message.Content), ToolCalls: callsOfOllama(a.Message.ToolCalls),
		Reasoning: string(a.Message.Thinking), Finish: string(a.Finish),
		Usage: pipeline.Usage{Prompt: a.Prompt, Completion: a.Completion}, Duration: a.Total,
		Origin: pipeline.Origin{Model: string(a.Model)},
	}, nil
}
