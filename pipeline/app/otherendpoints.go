package app

import (
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider/anthropic"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider/ollama"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider/openai"
)

// EmbeddingsBody is the body of a request for vectors, read.
type EmbeddingsBody = openai.EmbeddingsBody

// ReadEmbeddings reads the body of a request to a path that ends in /api/embed, in /api/embeddings, or else as OpenAI's
// /v1/embeddings. Its error is a *SyntaxError.
func ReadEmbeddings(path string, body []byte) (*EmbeddingsBody, error) {
	return openai.ReadEmbeddings(path, body)
}

// Models is OpenAI's answer to GET /v1/models: models of these names, in this order.
func Models(names []string) Sent { return openai.Models(names) }

// OllamaTags answers GET /api/tags: the models that a server has, each changed at the time given.
func OllamaTags(names []string, at time.Time) Sent { return ollama.Tags(names, at) }

// OllamaPs answers GET /api/ps: the models that a server has loaded, which stay five minutes from the time given.
func OllamaPs(names []string, at time.Time) Sent { return ollama.Ps(names, at) }

// OllamaShow answers POST /api/show, whatever model the body asks for. A body that names none is a *SyntaxError.
func OllamaShow(body []byte) (Sent, error) { return ollama.Show(body) }

// OllamaVersion answers GET /api/version.
func OllamaVersion(version string) Sent { return ollama.Version(version) }

// CountTokens answers Anthropic's POST /v1/messages/count_tokens with an estimate. A body that is no request is a
// *SyntaxError.
func CountTokens(body []byte) (Sent, error) { return anthropic.CountTokens(body) }
