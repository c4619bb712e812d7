package wire

import "github.com/beaver-eval/beaver-eval/pipeline"

// liteLLM is openai's form, with two differences: options without a key of OpenAI's are sent under their own names,
// since LiteLLM passes unknown keys on to the model's provider; and answers have their reasoning in reasoning_content.
type liteLLM struct{ openAI }

type liteLLMRequest struct {
	openAIRequest
	TopK          *int     `json:"top_k,omitempty"`
	MinP          *float64 `json:"min_p,omitempty"`
	RepeatPenalty *float64 `json:"repeat_penalty,omitempty"`
	NumCtx        *int     `json:"num_ctx,omitempty"`
}

func (liteLLM) body(req pipeline.Request) (any, error) {
	o := req.Options
	return liteLLMRequest{openAIBody(req), o.TopK, o.MinP, o.RepeatPenalty, o.NumCtx}, nil
}

func (liteLLM) read(raw []byte) (pipeline.Request, error) {
	var body liteLLMRequest
	if err := decodeStrict(raw, &body); err != nil {
		return pipeline.Request{}, err
	}
	req, err := body.request()
	o := &req.Options
	o.TopK, o.MinP, o.RepeatPenalty, o.NumCtx = body.TopK, body.MinP, body.RepeatPenalty, body.NumCtx
	return req, err
}

func (liteLLM) answerBody(resp pipeline.Response) any {
	a := openAIAnswerBody(resp)
	m := &a.Choices[0].Message
	m.Reasoning, m.ReasoningContent = "", m.Reasoning
	return a
}
