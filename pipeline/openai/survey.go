package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// listTimeout bounds a server's answer with its models. It needs none of them for that.
const listTimeout = 10 * time.Second

// survey is a host's report on its models.
type survey struct {
	host   *server.Host
	down   error    // it is unreachable
	models []listed // none: it does not say
}

// listed is a model in the list of a host.
type listed struct {
	ID     string `json:"id"`
	Owner  string `json:"owned_by"`
	MaxLen int    `json:"max_model_len"` // of vLLM and SGLang, in tokens
	Meta   struct {
		Train int `json:"n_ctx_train"` // of llama.cpp, in tokens
	} `json:"meta"`
}

// context returns the model's context in tokens; 0: unknown.
func (m listed) context() int {
	if m.MaxLen > 0 {
		return m.MaxLen
	}
	return max(m.Meta.Train, 0)
}

// survey asks a host for its models. A server without a list is used as it is.
func (c *Client) survey(ctx context.Context, h *server.Host) survey {
	limited, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	var list struct {
		Data []listed `json:"data"`
	}
	err := c.readJSON(limited, h, http.MethodGet, "/models", nil, &list)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		err = server.Late
	case errors.Is(err, server.NotFound), errors.Is(err, server.BadRequest):
		err = nil
	}
	return survey{host: h, down: err, models: list.Data}
}

// readJSON asks a host, and reads its answer, one JSON value.
func (c *Client) readJSON(ctx context.Context, h *server.Host, method, path string, body []byte, into any) error {
	var all bytes.Buffer
	look := func(line []byte) error {
		all.Write(line)
		all.WriteByte('\n')
		return nil
	}
	if err := c.exchange(h, body, look).Send(ctx, method, path, "application/json"); err != nil {
		return err
	}
	if json.Unmarshal(all.Bytes(), into) != nil {
		return server.Garbage
	}
	return nil
}

// find returns the model of a name.
func (s survey) find(name string) (listed, bool) {
	i := slices.IndexFunc(s.models, func(m listed) bool { return model.ModelName(m.ID) == name })
	if i < 0 {
		return listed{}, false
	}
	return s.models[i], true
}

func (s survey) names() []string {
	var all []string
	for _, m := range s.models {
		all = append(all, m.ID)
	}
	return all
}

// isOllama reports whether the list is one of Ollama, which says that its own models are owned by a library.
func (s survey) isOllama() bool {
	return slices.ContainsFunc(s.models, func(m listed) bool { return m.Owner == "library" })
}
