package api

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
	"time"
)

// ollamaDetails are those of a model that every client takes; no file of weights is behind them.
type ollamaDetails struct {
	Parent       string   `json:"parent_model"`
	Format       string   `json:"format"`
	Family       string   `json:"family"`
	Families     []string `json:"families"`
	Parameters   string   `json:"parameter_size"`
	Quantization string   `json:"quantization_level"`
}

type ollamaModel struct {
	Name     string        `json:"name"`
	Model    string        `json:"model"`
	Modified *time.Time    `json:"modified_at,omitempty"`
	Size     int64         `json:"size"` // bytes
	Digest   string        `json:"digest"`
	Details  ollamaDetails `json:"details"`
	Expires  *time.Time    `json:"expires_at,omitempty"`
	VRAM     *int64        `json:"size_vram,omitempty"` // bytes
	Context  int           `json:"context_length,omitempty"`
}

const (
	ollamaSize    = 1 << 30 // bytes of every model
	ollamaContext = 1 << 17 // tokens of every model
)

// OllamaTags answers GET /api/tags: the models that a server has, each changed at the time given.
func OllamaTags(names []string, at time.Time) Sent {
	at = at.UTC()
	return ollamaModels(names, func(m *ollamaModel) { m.Modified = &at })
}

// OllamaPs answers GET /api/ps: the models that a server has loaded, which stay five minutes from the time given.
func OllamaPs(names []string, at time.Time) Sent {
	expires, none := at.UTC().Add(5*time.Minute), int64(0)
	return ollamaModels(names, func(m *ollamaModel) { m.Expires, m.VRAM, m.Context = &expires, &none, ollamaContext })
}

func ollamaModels(names []string, fill func(*ollamaModel)) Sent {
	models := make([]ollamaModel, 0, len(names))
	for _, name := range names {
		m := ollamaModel{Name: name, Model: name, Size: ollamaSize, Digest: ollamaModelDigest(name),
			Details: ollamaDetail()}
		fill(&m)
		models = append(models, m)
	}
	return ollamaInfo(map[string]any{"models": models})
}

// OllamaShow answers POST /api/show, whatever model the body asks for. A body that names none is a *SyntaxError.
func OllamaShow(body []byte) (Sent, error) {
	o, err := parseObject(body)
	if err != nil {
		return Sent{}, &SyntaxError{err}
	}
	name := cmp.Or(anthropicText(o.has("model")), anthropicText(o.has("name"))) // name: of clients before 2024
	if name == "" {
		return Sent{}, &SyntaxError{errors.New("model is required")}
	}
	return ollamaInfo(map[string]any{
		"license": "", "modelfile": "FROM " + strings.Join(strings.Fields(name), " ") + "\n", "parameters": "",
		"template": "{{ .System }}{{ range .Messages }}{{ .Content }}{{ end }}{{ .Tools }}", "system": "",
		"details": ollamaDetail(), "messages": []string{}, "capabilities": []string{"completion", "tools"},
		"modified_at": time.Unix(0, 0).UTC(),
		"model_info": map[string]any{"general.architecture": "llama", "general.parameter_count": 1_000_000_000,
			"llama.context_length": ollamaContext, "llama.embedding_length": 2048},
	}), nil
}

// OllamaVersion answers GET /api/version.
func OllamaVersion(version string) Sent { return ollamaInfo(map[string]any{"version": version}) }

func ollamaDetail() ollamaDetails {
	return ollamaDetails{Format: "gguf", Family: "llama", Families: []string{"llama"}, Parameters: "1B",
		Quantization: "Q4_0"}
}

// ollamaModelDigest is 64 hex digits, as clients know a model by.
func ollamaModelDigest(name string) string {
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:])
}

func ollamaInfo(v map[string]any) Sent {
	sent, err := chatSent(http.StatusOK, v)
	if err != nil { // a time beyond the year 9999
		return ollamaFail(http.StatusInternalServerError, err.Error())
	}
	return sent
}
