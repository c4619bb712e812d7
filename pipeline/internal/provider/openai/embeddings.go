// This file reads requests for vectors, in OpenAI's form and in both of Ollama's, and writes the vectors.

package openai

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// EmbeddingsBody is the body of a request for vectors, read.
type EmbeddingsBody struct {
	Model      string
	Texts      []string // empty only for Ollama: a request that loads the model
	Dimensions int      // maximum length of the vectors; 0: unchanged
	Base64     bool     // OpenAI: vectors as base64 of little-endian float32

	form form
}

// form is one of the three forms of requests for vectors.
type form int

const (
	openAI    form = iota // POST /v1/embeddings
	ollama                // POST /api/embed
	ollamaOld             // POST /api/embeddings: one text, one vector
)

// ReadEmbeddings reads the body of a request to a path that ends in /api/embed, in /api/embeddings, or else as OpenAI's
// /v1/embeddings. Its error is a *provider.SyntaxError.
func ReadEmbeddings(path string, body []byte) (*EmbeddingsBody, error) {
	o, err := jsonvalue.ParseSound(body)
	if err != nil {
		return nil, &provider.SyntaxError{Err: err}
	}
	b := &EmbeddingsBody{Model: jsonvalue.TextOf(o.Get("model")), form: formOf(path)}
	key := "input"
	if b.form == ollamaOld {
		key = "prompt"
	}
	if b.Texts, err = texts(o.Get(key)); err == nil && b.form == openAI && len(b.Texts) == 0 {
		err = errors.New("want a text, or a list of texts")
	}
	if err != nil {
		return nil, &provider.SyntaxError{Err: fmt.Errorf("%s: %w", key, err)}
	}
	if b.form != openAI && len(b.Texts) == 1 && b.Texts[0] == "" && o.Get(key)[0] == '"' {
		b.Texts = nil
	}
	b.Base64 = b.form == openAI && o.IsText("encoding_format", "base64")
	if raw := o.Get("dimensions"); raw != nil && (json.Unmarshal(raw, &b.Dimensions) != nil || b.Dimensions < 0) {
		return nil, &provider.SyntaxError{Err: errors.New("dimensions: want a positive number")}
	}
	return b, nil
}

func formOf(path string) form {
	switch path = strings.TrimRight(path, "/"); {
	case strings.HasSuffix(path, "/api/embed"):
		return ollama
	case strings.HasSuffix(path, "/api/embeddings"):
		return ollamaOld
	}
	return openAI
}

// texts reads a text or a list of texts.
func texts(raw json.RawMessage) ([]string, error) {
	if len(raw) > 0 && raw[0] == '"' {
		return []string{jsonvalue.TextOf(raw)}, nil
	}
	items, ok := jsonvalue.SplitList(raw)
	if !ok && raw != nil && string(raw) != "null" {
		return nil, errors.New("want a text, or a list of texts")
	}
	var texts []string
	for i, item := range items {
		switch c := item[0]; {
		case c == '"':
			texts = append(texts, jsonvalue.TextOf(item))
		case c == '[' || c == '-' || c >= '0' && c <= '9':
			return nil, errors.New("it is a list of token numbers, which only the model's own tokenizer could read: " +
				"make the client send texts")
		default:
			return nil, fmt.Errorf("item %d is not a text", i)
		}
	}
	return texts, nil
}

// Write returns the answer with a vector for each text. Vectors longer than the requested dimensions are cut and
// normalized to length 1.
func (b *EmbeddingsBody) Write(vectors [][]float32) (provider.Sent, error) {
	if len(vectors) != len(b.Texts) {
		return provider.Sent{}, fmt.Errorf("%d vectors for %d texts", len(vectors), len(b.Texts))
	}
	shortened := make([][]float32, len(vectors))
	for i, v := range vectors {
		shortened[i] = cut(v, b.Dimensions)
	}
	return provider.JSON(http.StatusOK, b.answer(shortened))
}

func (b *EmbeddingsBody) answer(vectors [][]float32) any {
	tokens := 0
	for _, text := range b.Texts {
		tokens += pipeline.EstimateTokens(text)
	}
	switch b.form {
	case ollama:
		return ollamaAnswer{b.Model, vectors, 1, 1, tokens}
	case ollamaOld:
		return map[string][]float32{"embedding": append([]float32{}, first(vectors)...)}
	}
	data := make([]item, len(vectors))
	for i, v := range vectors {
		data[i] = item{"embedding", i, v}
		if b.Base64 {
			data[i].Embedding = base64Of(v)
		}
	}
	return openAIAnswer{"list", data, b.Model, usage{tokens, tokens}}
}

type (
	ollamaAnswer struct {
		Model      string      `json:"model"`
		Embeddings [][]float32 `json:"embeddings"`
		Total      int64       `json:"total_duration"` // nanoseconds
		Load       int64       `json:"load_duration"`
		Prompt     int         `json:"prompt_eval_count"`
	}
	openAIAnswer struct {
		Object string `json:"object"`
		Data   []item `json:"data"`
		Model  string `json:"model"`
		Usage  usage  `json:"usage"`
	}
	item struct {
		Object    string `json:"object"`
		Index     int    `json:"index"`
		Embedding any    `json:"embedding"` // numbers, or base64
	}
	usage struct {
		Prompt int `json:"prompt_tokens"`
		Total  int `json:"total_tokens"`
	}
)

func first(vectors [][]float32) []float32 {
	if len(vectors) == 0 {
		return nil
	}
	return vectors[0]
}

// base64Of returns a vector as the bytes of its numbers.
func base64Of(v []float32) string {
	raw := make([]byte, 0, 4*len(v))
	for _, x := range v {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
	}
	return base64.StdEncoding.EncodeToString(raw)
}

// cut shortens a vector to its dimensions, normalized to length 1; a shorter vector stays whole.
func cut(v []float32, dimensions int) []float32 {
	if dimensions == 0 || len(v) <= dimensions {
		return v
	}
	square := 0.0
	for _, x := range v[:dimensions] {
		square += float64(x) * float64(x)
	}
	out := make([]float32, dimensions)
	for i, x := range v[:dimensions] {
		if square > 0 {
			out[i] = float32(float64(x) / math.Sqrt(square))
		}
	}
	return out
}
