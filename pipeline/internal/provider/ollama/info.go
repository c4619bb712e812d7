package ollama

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// details are model details that every client accepts; no file of weights is behind them.
type details struct {
	Parent       string   `json:"parent_model"`
	Format       string   `json:"format"`
	Family       string   `json:"family"`
	Families     []string `json:"families"`
	Parameters   string   `json:"parameter_size"`
	Quantization string   `json:"quantization_level"`
}

type model struct {
	Name     string     `json:"name"`
	Model    string     `json:"model"`
	Modified *time.Time `json:"modified_at,omitempty"`
	Size     int64      `json:"size"` // bytes
	Digest   string     `json:"digest"`
	Details  details    `json:"details"`
	Expires  *time.Time `json:"expires_at,omitempty"`
	VRAM     *int64     `json:"size_vram,omitempty"` // bytes
	Context  int        `json:"context_length,omitempty"`
}

const (
	modelSize     = 1 << 30 // bytes of every model
	contextLength = 1 << 17 // tokens of every model
)

// Tags answers GET /api/tags: the models that a server has, each changed at the time given.
func Tags(names []string, at time.Time) provider.Sent {
	at = at.UTC()
	return models(names, func(m *model) { m.Modified = &at })
}

// Ps answers GET /api/ps: the models that a server has loaded, which stay five minutes from the time given.
func Ps(names []string, at time.Time) provider.Sent {
	expires, none := at.UTC().Add(5*time.Minute), int64(0)
	return models(names, func(m *model) { m.Expires, m.VRAM, m.Context = &expires, &none, contextLength })
}

func models(names []string, fill func(*model)) provider.Sent {
	models := make([]model, 0, len(names))
	for _, name := range names {
		m := model{Name: name, Model: name, Size: modelSize, Digest: digest(name),
			Details: modelDetails()}
		fill(&m)
		models = append(models, m)
	}
	return info(map[string]any{"models": models})
}

// Show answers POST /api/show, whatever model the body asks for. A body that names none is a *provider.SyntaxError.
func Show(body []byte) (provider.Sent, error) {
	o, err := jsonvalue.ParseSound(body)
	if err != nil {
		return provider.Sent{}, &provider.SyntaxError{Err: err}
	}
	name := cmp.Or(jsonvalue.TextOf(o.Get("model")), jsonvalue.TextOf(o.Get("name"))) // name: from clients before 2024
	if name == "" {
		return provider.Sent{}, &provider.SyntaxError{Err: errors.New("model is required")}
	}
	return info(map[string]any{
		"license": "", "modelfile": "FROM " + strings.Join(strings.Fields(name), " ") + "\n", "parameters": "",
		"template": "{{ .System }}{{ range .Messages }}{{ .Content }}{{ end }}{{ .Tools }}", "system": "",
		"details": modelDetails(), "messages": []string{}, "capabilities": []string{"completion", "tools"},
		"modified_at": time.Unix(0, 0).UTC(),
		"model_info": map[string]any{"general.architecture": "llama", "general.parameter_count": 1_000_000_000,
			"llama.context_length": contextLength, "llama.embedding_length": 2048},
	}), nil
}

// Version answers GET /api/version.
func Version(version string) provider.Sent { return info(map[string]any{"version": version}) }

func modelDetails() details {
	return details{Format: "gguf", Family: "llama", Families: []string{"llama"}, Parameters: "1B",
		Quantization: "Q4_0"}
}

// digest returns 64 hex digits, by which clients identify a model.
func digest(name string) string {
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:])
}

func info(v map[string]any) provider.Sent {
	sent, err := provider.JSON(http.StatusOK, v)
	if err != nil { // the year is beyond 9999
		return fail(http.StatusInternalServerError, err.Error())
	}
	return sent
}
