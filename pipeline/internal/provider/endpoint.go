package provider

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Endpoint is an endpoint of a provider's API.
type Endpoint string

// The endpoints that take messages or a prompt.
const (
	ChatCompletions Endpoint = "chat.completions" // OpenAI: POST /v1/chat/completions
	Responses       Endpoint = "responses"        // OpenAI: POST /v1/responses
	Messages        Endpoint = "messages"         // Anthropic: POST /v1/messages
	OllamaChat      Endpoint = "ollama.chat"      // Ollama: POST /api/chat
	OllamaGenerate  Endpoint = "ollama.generate"  // Ollama: POST /api/generate
)

// Provider returns the source of answers in the endpoint's form.
func (e Endpoint) Provider() pipeline.Source {
	switch e {
	case Messages:
		return pipeline.SourceAnthropic
	case OllamaChat, OllamaGenerate:
		return pipeline.SourceOllama
	}
	return pipeline.SourceOpenAI
}

// URL returns the provider's URL for the endpoint, below a base URL as its clients have it: with /v1 for OpenAI,
// without it for all others. The base may end with a slash.
func (e Endpoint) URL(base string) string {
	base = strings.TrimRight(base, "/")
	if e == Messages {
		base = strings.TrimSuffix(base, "/v1") // there it belongs to the path, and some write it all the same
	}
	return base + map[Endpoint]string{
		ChatCompletions: "/chat/completions", Responses: "/responses", Messages: "/v1/messages",
		OllamaChat: "/api/chat", OllamaGenerate: "/api/generate",
	}[e]
}
