package ollamatest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Version is the version that every server reports.
const Version = "0.17.4"

// Model is a model that a server has.
type Model struct {
	Name          string
	Digest        string   // empty: the SHA-256 of the name
	Capabilities  []string // nil: completion, tools, thinking and embedding
	ContextLength int      // tokens; 0: 131072
	RemoteHost    string   // where the model really runs; empty: the server
}

// wrong is an error as a server words it.
type wrong struct {
	Error string `json:"error"`
}

func missing(model string) wrong { return wrong{fmt.Sprintf("model '%s' not found", model)} }

// full returns a model's name with its tag.
func full(name string) string {
	if name != "" && !strings.Contains(name[strings.LastIndex(name, "/")+1:], ":") {
		return name + ":latest"
	}
	return name
}

// models are the models of a server.
type models struct {
	mu  sync.Mutex
	any bool // unlisted ones exist too
	all []Model
}

// find returns the model with a name.
func (ms *models) find(name string) (Model, bool) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	i := slices.IndexFunc(ms.all, func(m Model) bool { return full(m.Name) == full(name) })
	if i >= 0 {
		return ms.all[i], true
	}
	if !ms.any || name == "" {
		return Model{}, false
	}
	m := Model{Name: name}
	ms.all = append(ms.all, m)
	return m, true
}

func (ms *models) version(w http.ResponseWriter, _ *http.Request) {
	say(w, http.StatusOK, map[string]string{"version": Version})
}

func (ms *models) tags(w http.ResponseWriter, _ *http.Request) {
	type tag struct {
		Name   string `json:"name"`
		Model  string `json:"model"`
		Digest string `json:"digest"`
	}
	tags := []tag{}
	ms.mu.Lock()
	for _, m := range ms.all {
		tags = append(tags, tag{full(m.Name), full(m.Name), m.digest()})
	}
	ms.mu.Unlock()
	say(w, http.StatusOK, map[string]any{"models": tags})
}

func (m Model) digest() string {
	if m.Digest != "" {
		return m.Digest
	}
	sum := sha256.Sum256([]byte(full(m.Name)))
	return hex.EncodeToString(sum[:])
}

func (ms *models) show(w http.ResponseWriter, r *http.Request) {
	var req struct {
		Model string `json:"model"`
	}
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		say(w, http.StatusBadRequest, wrong{err.Error()})
		return
	}
	m, ok := ms.find(req.Model)
	if !ok {
		say(w, http.StatusNotFound, missing(req.Model))
		return
	}
	if m.Capabilities == nil {
		m.Capabilities = []string{"completion", "tools", "thinking", "embedding"}
	}
	if m.ContextLength == 0 {
		m.ContextLength = 131072
	}
	shown := map[string]any{
		"capabilities": m.Capabilities,
		"model_info":   map[string]any{"general.architecture": "llama", "llama.context_length": m.ContextLength},
	}
	if m.RemoteHost != "" {
		shown["remote_host"], shown["remote_model"] = m.RemoteHost, m.Name
	}
	say(w, http.StatusOK, shown)
}

// say sends one JSON value.
func say(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v) // the client that does not read it is gone
}
