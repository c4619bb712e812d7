package realserver

import (
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/ollama/tinymodel"
)

const (
	startTimeout  = 30 * time.Second // until a server answers
	createTimeout = 60 * time.Second // for one model
	pollInterval  = 50 * time.Millisecond
)

// server is an Ollama server with folders of its own.
type server struct {
	binary  string
	dir     string // temporary: home, models and log
	address string // host:port
	ended   <-chan struct{}
}

// Start starts a server on a free port of this machine, makes the models in it under the names of their kinds, and gives its
// URL. The server ends with the test, and with it the processes that it has started; a test that fails shows its log.
func Start(t testing.TB, kinds ...tinymodel.Kind) string {
	t.Helper()
	s := &server{binary: Binary(t), dir: t.TempDir(), address: freeAddress(t)}
	log, err := os.Create(s.logFile())
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(s.binary, "serve")
	cmd.Env, cmd.Stdout, cmd.Stderr = s.environment(), log, log
	s.ended = startGroup(t, cmd)
	t.Cleanup(func() { // runs before the group is ended
		if t.Failed() {
			s.showLog(t)
		}
		if err := log.Close(); err != nil {
			t.Error(err)
		}
	})
	s.await(t)
	for _, kind := range kinds {
		s.create(t, kind)
	}
	return s.url()
}

func (s *server) url() string { return "http://" + s.address }

func (s *server) logFile() string { return filepath.Join(s.dir, "serve.log") }

// environment is that of the test without what concerns another server. Attention without flash is faster on a CPU for
// heads as narrow as those of the small models.
func (s *server) environment() []string {
	var env []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "OLLAMA_") && !strings.HasPrefix(v, "HOME=") {
			env = append(env, v)
		}
	}
	return append(env, "OLLAMA_HOST="+s.address, "OLLAMA_MODELS="+filepath.Join(s.dir, "models"),
		"HOME="+s.dir, "OLLAMA_NO_CLOUD=1", "OLLAMA_FLASH_ATTENTION=0")
}

// await waits until the server answers.
func (s *server) await(t testing.TB) {
	t.Helper()
	client := http.Client{Timeout: time.Second}
	deadline := time.After(startTimeout)
	for {
		resp, err := client.Get(s.url() + "/api/version")
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
func (s *server) showLog(t testing.TB) {
	const most = 8 << 10 // bytes
	text, err := os.ReadFile(s.logFile())
	if err != nil {
		t.Error(err)
	}
	t.Logf("the server's log ends:\n%s", text[max(0, len(text)-most):])
}

// freeAddress is an address that nobody listens on at this moment.
func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
