package wire

import (
	"cmp"
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

type openAIAnswer struct {
	Model   text           `json:"model"`
	Choices []openAIChoice `json:"choices"`
	Usage   *openAIUsage   `json:"usage,omitempty"`
}

type openAIChoice struct {
	Index   int         `json:"index"`
	Message openAIReply `json:"message"`
	Finish  *text       `json:"finish_reason"`
}

// openAIReply is an answer's message. OpenAI itself withholds the reasoning; other servers of this form, Ollama's among
// them, call it reasoning, and LiteLLM calls it reasoning_content.
type openAIReply struct {
	Role             string           `json:"role"`
	Content          *text            `json:"content"`
	Refusal          text             `json:"refusal,omitempty"`
	Reasoning        text             `json:"reasoning,omitempty"`
	ReasoningContent text             `json:"reasoning_content,omitempty"`
	ToolCalls        []openAIToolCall `json:"tool_calls,omitempty"`
}

type openAIUsage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Total      int `json:"total_tokens"`
}

func (openAI) answerBody(resp pipeline.Response) any { return openAIAnswerBody(resp) }

func openAIAnswerBody(resp pipeline.Response) openAIAnswer {
	content := text(resp.Content)
	a := openAIAnswer{Model: text(resp.Origin.Model), Choices: []openAIChoice{{Message: openAIReply{
		Role: pipeline.RoleAssistant, Content: &content, Reasoning: text(resp.Reasoning),
		ToolCalls: openAIToolCalls(resp.ToolCalls),
	}}}}
	if f := text(resp.Finish); f != "" {
		a.Choices[0].Finish = &f
	}
	if u := resp.Usage; u != (pipeline.Usage{}) {
		a.Usage = &openAIUsage{u.Prompt, u.Completion, u.Prompt + u.Completion}
	}
	return a
}

func (openAI) answer(raw []byte) (pipeline.Response, error) {
	var a openAIAnswer
	if err := decode(raw, &a); err != nil {
		return pipeline.Response{}, err
	}
	if len(a.Choices) == 0 {
		return pipeline.Response{}, errors.New("no choices")
	}
	m := a.Choices[0].Message
	calls, err := callsOfOpenAI(m.ToolCalls)
	if err != nil {
		return pipeline.Response{}, err
	}
	resp := pipeline.Response{
		Content: string(valueOf(m.Content)), ToolCalls: calls,
		Reasoning: string(cmp.Or(m.ReasoningContent, m.Reasoning)),
		Finish:    string(valueOf(a.Choices[0].Finish)), Origin: pipeline.Origin{Model: string(a.Model)},
	}
	if m.Refusal != "" {
		resp.Content, resp.Finish = resp.Content+string(m.Refusal), filtered
	}
	if u := a.Usage; u != nil {
		resp.Usage = pipeline.Usage{Prompt: u.Prompt, Completion: u.Completion}
	}
	return resp, nil
}
