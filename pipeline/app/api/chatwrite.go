package api

import "net/http"

func (chatCompletions) write(s *Store, b *Body, r Reply) (Sent, error) {
	r.Response.ToolCalls = chatCalls(s, r)
	a := chatCompletion{ID: chatID("chatcmpl-", r.Seed, 0), Created: r.Created.Unix(), Model: b.Model}
	s.give(answerID, a.ID)
	if b.Stream {
		return chatStream(a, b, r.Response)
	}
	finish := chatFinish(r.Response)
	a.Object, a.Usage = "chat.completion", chatTokensOf(chatUsage(b, r.Response))
	a.Choices = []chatChoice{{Message: chatMessageOf(r.Response), Finish: &finish}}
	return chatSent(http.StatusOK, a)
}
