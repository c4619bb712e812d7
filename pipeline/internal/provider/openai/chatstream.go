package openai

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// chatStream writes an answer in chunks: the role, the texts, the calls, the finish, and the tokens if requested.
func chatStream(a chatCompletion, b *provider.Body, resp pipeline.Response) (provider.Sent, error) {
	a.Object = "chat.completion.chunk"
	var e provider.Events
	send := func(delta chatDelta, finish *string) {
		a.Choices = []chatChoice{{Delta: &delta, Finish: finish}}
		e.Add("", a)
	}
	send(chatDelta{Role: pipeline.RoleAssistant, Content: new("")}, nil)
	for _, piece := range provider.Split(resp.Reasoning) {
		send(chatDelta{Reasoning: piece}, nil)
	}
	for _, piece := range provider.Split(resp.Content) {
		delta := chatDelta{Content: &piece}
		if refused(resp) {
			delta = chatDelta{Refusal: piece}
		}
		send(delta, nil)
	}
	custom := customOf(b)
	for i, c := range resp.ToolCalls {
		for _, call := range chatCallPieces(i, c, custom[c.Name]) {
			send(chatDelta{ToolCalls: []chatCall{call}}, nil)
		}
	}
	send(chatDelta{}, new(finishOf(resp)))
	if chatWantsUsage(b) {
		a.Choices, a.Usage = []chatChoice{}, tokensOf(provider.Usage(b, resp))
		e.Add("", a)
	}
	e.Raw("", []byte(provider.Done))
	return e.Sent()
}

// chatCallPieces returns a call in pieces: its id and name, then its arguments.
func chatCallPieces(index int, c pipeline.ToolCall, custom bool) []chatCall {
	pieces := []chatCall{chatCallOf(c.ID, c.Name, "", custom)}
	for _, arguments := range provider.Split(c.Arguments) {
		piece := chatCallOf("", "", arguments, custom)
		piece.Type = ""
		pieces = append(pieces, piece)
	}
	for i := range pieces {
		pieces[i].Index = &index
	}
	return pieces
}
