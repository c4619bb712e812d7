package ollamatest

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const (
	startTimeout = 30 * time.Second // until a server answers
	pollInterval = 50 * time.Millisecond
)

// RealServer is an Ollama server with folders of its own.
type RealServer struct {
	binary  string
	dir     string   // temporary: home, models and log
	address string   // host:port
	own     []string // of its environment
	ended   <-chan struct{}
	kill    func()
}

// URL is where the server listens.
func (s *RealServer) URL() string { return "http://" + s.address }

// Kill kills the server and its children with SIGKILL, and returns once they are gone.
func (s *RealServer) Kill() { s.kill() }

func (s *RealServer) logFile() string { return filepath.Join(s.dir, "serve.log") }

// environment returns the test's without variables for another server. Attention without flash is faster on a CPU for
// heads as narrow as those of the small models.
func (s *RealServer) environment() []string {
	var env []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "OLLAMA_") && !strings.HasPrefix(v, "HOME=") {
			env = append(env, v)
		}
	}
	env = append(env, "OLLAMA_HOST="+s.address, "OLLAMA_MODELS="+filepath.Join(s.dir, "models"),
		"HOME="+s.dir, "OLLAMA_NO_CLOUD=1", "OLLAMA_FLASH_ATTENTION=0")
	return append(env, s.own...)
}

// await waits until the server answers.
func (s *RealServer) await(t testing.TB) {
	t.Helper()
	client := http.Client{Timeout: time.Second}
	deadline := time.After(startTimeout)
	for {
		resp, err := client.Get(s.URL() + "/api/version")
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return
			}
		}
		select {
		case <-s.ended:
			t.Fatal("the server has ended before it answered")
		case <-deadline:
			t.Fatalf("the server does not answer within %v: %v", startTimeout, err)
		case <-time.After(pollInterval):
		}
	}
}

// showLog prints the end of the server's log.
func (s *RealServer) showLog(t testing.TB) {
	const most = 8 << 10 // bytes
	text, err := os.ReadFile(s.logFile())
	if err != nil {
		t.Error(err)
	}
	t.Logf("the server's log ends:\n%s", text[max(0, len(text)-most):])
}
