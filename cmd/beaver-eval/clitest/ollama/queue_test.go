package ollama_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
)

// The server has room for one model, and no queue for requests that wait until it is unloaded.
func TestRealQueueIsFull(t *testing.T) {
	t.Parallel()
	server := ollamatest.NewReal(t, []string{"OLLAMA_MAX_LOADED_MODELS=1", "OLLAMA_MAX_QUEUE=0"},
		ollamatest.KindRandom, ollamatest.KindEndless)
	r := newRelay(t, server.URL())
	r.asks = sync.OnceFunc(func() { occupy(t, server.URL()) })
	r.serve(t)
	p := newProject(t, "outage", r.address())
	wantUnanswered(t, p, broken(t, p, 2, ollamatest.KindRandom), "queue-full")
}

// occupy keeps a server from loading the model of random weights, up to the end of the test: the endless model answers
// a client that stops reading, and another client waits for the other model. Requests for a loaded model would bypass
// the queue.
func occupy(t *testing.T, url string) {
	resp, err := until(t.Context(), url, ollamatest.KindEndless, http.StatusOK)
	if err != nil {
		t.Error(err)
		return
	}
	t.Cleanup(func() { resp.Body.Close() })
	if _, err := bufio.NewReader(resp.Body).ReadString('\n'); err != nil {
		t.Error(err)
		return
	}
	refused := make(chan error, 2)
	for range cap(refused) { // the first one waits, and only then the other is refused
		go func() {
			resp, err := until(t.Context(), url, ollamatest.KindRandom, http.StatusServiceUnavailable)
			if err == nil {
				resp.Body.Close()
			}
			refused <- err
		}()
	}
	if err := <-refused; err != nil {
		t.Error(err)
	}
}

// until calls a model until the server answers with a status.
func until(ctx context.Context, url string, model ollamatest.ModelKind, status int) (*http.Response, error) {
	for {
		body := fmt.Sprintf(`{"model": %q, "messages": [{"role": "user", "content": "Go on."}], `+
			`"options": {"num_ctx": %d, "num_predict": -1}}`, model, ollamatest.EndlessContext)
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/api/chat", strings.NewReader(body))
		if err != nil {
			return nil, err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == status {
			return resp, nil
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusServiceUnavailable {
			return nil, errors.New(resp.Status)
		}
	}
}
