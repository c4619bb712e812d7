package api

import "github.com/beaver-eval/beaver-eval/pipeline"

// chatStream is an answer in chunks: the role, the texts, the calls, how it ends, and the tokens for who wants them.
func chatStream(a chatCompletion, b *Body, resp pipeline.Response) (Sent, error) {
	a.Object = "chat.completion.chunk"
	var e chatEvents
	send := func(delta chatDelta, finish *string) {
		a.Choices = []chatChoice{{Delta: &delta, Finish: finish}}
		e.add("", a)
	}
	send(chatDelta{Role: pipeline.RoleAssistant, Content: new("")}, nil)
	for _, piece := range chatSplit(resp.Reasoning) {
		send(chatDelta{Reasoning: piece}, nil)
	}
	for _, piece := range chatSplit(resp.Content) {
		send(chatDelta{Content: &piece}, nil)
	}
	for i, c := range resp.ToolCalls {
		for _, call := range chatCallPieces(i, c) {
			send(chatDelta{ToolCalls: []chatCall{call}}, nil)
		}
	}
	send(chatDelta{}, new(chatFinish(resp)))
	if chatWantsUsage(b) {
		a.Choices, a.Usage = []chatChoice{}, chatTokensOf(chatUsage(b, resp))
		e.add("", a)
	}
	e.raw("", []byte(chatDone))
	return e.sent()
}

// chatCallPieces is a call in pieces: its id and name, and then its arguments.
func chatCallPieces(index int, c pipeline.ToolCall) []chatCall {
	pieces := []chatCall{{Index: &index, ID: c.ID, Type: "function", Function: chatFunction{Name: c.Name}}}
	for _, arguments := range chatSplit(c.Arguments) {
		pieces = append(pieces, chatCall{Index: &index, Function: chatFunction{Arguments: arguments}})
	}
	return pieces
}
