package ollama_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider/ollama"
)

// A server's description of itself and its models.
func TestInfo(t *testing.T) {
	t.Parallel()
	const details = `"details":{"parent_model":"","format":"gguf","family":"llama","families":["llama"],` +
		`"parameter_size":"1B","quantization_level":"Q4_0"}`
	at := time.Unix(1e9, 0)
	names := []string{"m:1"}
	tags, ps := string(ollama.Tags(names, at).Pieces[0]), string(ollama.Ps(names, at).Pieces[0])
	for _, want := range []string{`{"models":[{"name":"m:1","model":"m:1","modified_at":"2001-09-09T01:46:40Z","size":1073741824,"digest":"`, details + "}]}"} {
		if !strings.Contains(tags, want) {
			t.Errorf("tags: %s\nwant %s", tags, want)
		}
	}
	for _, want := range []string{`"expires_at":"2001-09-09T01:51:40Z","size_vram":0`, details} {
		if !strings.Contains(ps, want) {
			t.Errorf("ps: %s\nwant %s", ps, want)
		}
	}
	if got := string(ollama.Tags(nil, at).Pieces[0]); got != `{"models":[]}` {
		t.Errorf("no models: %s", got)
	}
	if got := string(ollama.Version("0.17.4").Pieces[0]); got != `{"version":"0.17.4"}` {
		t.Errorf("version: %s", got)
	}
	for _, body := range []string{`{"model":"m\nRUN x"}`, `{"name":"m"}`} {
		sent, err := ollama.Show([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		var show struct {
			Modelfile    string
			Capabilities []string
			Details      map[string]any
			Info         map[string]any `json:"model_info"`
		}
		if err := json.Unmarshal(sent.Pieces[0], &show); err != nil || len(show.Capabilities) != 2 ||
			show.Details["family"] != "llama" || show.Info["general.architecture"] != "llama" ||
			strings.Count(show.Modelfile, "\n") != 1 {
			t.Errorf("%s: %v %s", body, err, sent.Pieces[0])
		}
	}
	for _, body := range []string{`{}`, `{"model":7}`, ``} {
		if sent, err := ollama.Show([]byte(body)); err == nil {
			t.Errorf("%s: %s, want an error", body, sent.Pieces)
		}
	}
}
