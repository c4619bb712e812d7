package provider

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Provider is whose form the endpoint has, as the source of what such a server answers.
func (e Endpoint) Provider() pipeline.Source {
	switch e {
	case Messages:
		return pipeline.SourceAnthropic
	case OllamaChat, OllamaGenerate:
		return pipeline.SourceOllama
	}
	return pipeline.SourceOpenAI
}

// URL is where a provider answers the endpoint, below a base URL as its clients have it: with /v1 at OpenAI, without it
// at all others. The base may end with a slash.
func (e Endpoint) URL(base string) string {
	base = strings.TrimRight(base, "/")
	if e == Messages {
		base = strings.TrimSuffix(base, "/v1") // that is part of the path there, and some write it all the same
	}
	return base + map[Endpoint]string{
		ChatCompletions: "/chat/completions", Responses: "/responses", Messages: "/v1/messages",
		OllamaChat: "/api/chat", OllamaGenerate: "/api/generate",
	}[e]
}
