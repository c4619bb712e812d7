package api

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
)

// EmbeddingsBody is the body of a request for vectors, read.
type EmbeddingsBody struct {
	Model      string
	Texts      []string // empty for Ollama alone: a request that loads the model
	Dimensions int      // how long the vectors are to be at most; 0: as they come
	Base64     bool     // OpenAI: vectors as base64 of little-endian float32

	form embedForm
}

// embedForm is one of the three ways in which vectors are asked for.
type embedForm int

const (
	embedOpenAI    embedForm = iota // POST /v1/embeddings
	embedOllama                     // POST /api/embed
	embedOllamaOld                  // POST /api/embeddings: one text, one vector
)

// ReadEmbeddings reads the body of a request to a path that ends in /api/embed, in /api/embeddings, or else as OpenAI's
// /v1/embeddings. Its error is a *SyntaxError.
func ReadEmbeddings(path string, body []byte) (*EmbeddingsBody, error) {
	o, err := parseObject(body)
	if err != nil {
		return nil, &SyntaxError{err}
	}
	b := &EmbeddingsBody{Model: anthropicText(o.has("model")), form: embedFormOf(path)}
	key := "input"
	if b.form == embedOllamaOld {
		key = "prompt"
	}
	if b.Texts, err = embedTexts(o.has(key)); err == nil && b.form == embedOpenAI && len(b.Texts) == 0 {
		err = errors.New("want a text, or a list of texts")
	}
	if err != nil {
		return nil, &SyntaxError{fmt.Errorf("%s: %w", key, err)}
	}
	if b.form != embedOpenAI && len(b.Texts) == 1 && b.Texts[0] == "" && o.has(key)[0] == '"' {
		b.Texts = nil
	}
	b.Base64 = b.form == embedOpenAI && o.isText("encoding_format", "base64")
	if raw := o.has("dimensions"); raw != nil && (json.Unmarshal(raw, &b.Dimensions) != nil || b.Dimensions < 0) {
		return nil, &SyntaxError{errors.New("dimensions: want a positive number")}
	}
	return b, nil
}

func embedFormOf(path string) embedForm {
	switch path = strings.TrimRight(path, "/"); {
	case strings.HasSuffix(path, "/api/embed"):
		return embedOllama
	case strings.HasSuffix(path, "/api/embeddings"):
		return embedOllamaOld
	}
	return embedOpenAI
}

// embedTexts are a text or a list of texts.
func embedTexts(raw json.RawMessage) ([]string, error) {
	if len(raw) > 0 && raw[0] == '"' {
		return []string{anthropicText(raw)}, nil
	}
	items, ok := list(raw)
	if !ok && raw != nil && string(raw) != "null" {
		return nil, errors.New("want a text, or a list of texts")
	}
	var texts []string
	for i, item := range items {
		switch c := item[0]; {
		case c == '"':
			texts = append(texts, anthropicText(item))
		case c == '[' || c == '-' || c >= '0' && c <= '9':
			return nil, errors.New("it is a list of token numbers, which only the model's own tokenizer could read: " +
				"let the client send texts")
		default:
			return nil, fmt.Errorf("item %d is no text", i)
		}
	}
	return texts, nil
}

// Write is the answer with a vector for each text. Vectors that are longer than the dimensions asked for are cut and
// brought back to the length 1.
func (b *EmbeddingsBody) Write(vectors [][]float32) (Sent, error) {
	if len(vectors) != len(b.Texts) {
		return Sent{}, fmt.Errorf("%d vectors for %d texts", len(vectors), len(b.Texts))
	}
	cut := make([][]float32, len(vectors))
	for i, v := range vectors {
		cut[i] = embedCut(v, b.Dimensions)
	}
	return chatSent(http.StatusOK, b.answer(cut))
}

func (b *EmbeddingsBody) answer(vectors [][]float32) any {
	tokens := 0
	for _, text := range b.Texts {
		tokens += pipeline.EstimateTokens(text)
	}
	switch b.form {
	case embedOllama:
		return embedOllamaAnswer{b.Model, vectors, 1, 1, tokens}
	case embedOllamaOld:
		return map[string][]float32{"embedding": append([]float32{}, embedFirst(vectors)...)}
	}
	data := make([]embedItem, len(vectors))
	for i, v := range vectors {
		data[i] = embedItem{"embedding", i, v}
		if b.Base64 {
			data[i].Embedding = embedBase64(v)
		}
	}
	return embedOpenAIAnswer{"list", data, b.Model, embedUsage{tokens, tokens}}
}

type (
	embedOllamaAnswer struct {
		Model      string      `json:"model"`
		Embeddings [][]float32 `json:"embeddings"`
		Total      int64       `json:"total_duration"` // nanoseconds
		Load       int64       `json:"load_duration"`
		Prompt     int         `json:"prompt_eval_count"`
	}
	embedOpenAIAnswer struct {
		Object string      `json:"object"`
		Data   []embedItem `json:"data"`
		Model  string      `json:"model"`
		Usage  embedUsage  `json:"usage"`
	}
	embedItem struct {
		Object    string `json:"object"`
		Index     int    `json:"index"`
		Embedding any    `json:"embedding"` // numbers, or base64
	}
	embedUsage struct {
		Prompt int `json:"prompt_tokens"`
		Total  int `json:"total_tokens"`
	}
)

func embedFirst(vectors [][]float32) []float32 {
	if len(vectors) == 0 {
		return nil
	}
	return vectors[0]
}

// embedBase64 is a vector as the bytes of its numbers.
func embedBase64(v []float32) string {
	raw := make([]byte, 0, 4*len(v))
	for _, x := range v {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
	}
	return base64.StdEncoding.EncodeToString(raw)
}

// embedCut is the beginning of a vector, of the length 1; all of it where it is no longer than that.
func embedCut(v []float32, dimensions int) []float32 {
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
