package app

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

// BenchmarkProxy times requests of 50 kB from 64 clients at once: at a server that reads the body and answers, at the
// proxy with all that a run does before a request is answered, and at AIMock, where BEAVER_EVAL_AIMOCK names the folder
// of its node_modules. In "paced" each client sends five requests per second, in "rushed" each sends the next as soon
// as it has its answer, which measures how much two processors can do.
func BenchmarkProxy(b *testing.B) {
	for _, at := range []struct {
		name string
		open func(b *testing.B) (url string)
	}{{"bare", own("bare")}, {"proxy", own("proxy")}, {"aimock", aimock}} {
		for _, pause := range []struct {
			name string
			time time.Duration
		}{{"paced", time.Second / 5}, {"rushed", 0}} {
			b.Run(at.name+"/"+pause.name, func(b *testing.B) {
				url := at.open(b) + "/v1/chat/completions"
				rush(b, url, 128, 0) // opens the connections
				b.ResetTimer()
				took := rush(b, url, max(b.N, clients), pause.time)
				b.StopTimer()
				slices.Sort(took)
				b.ReportMetric(milliseconds(took[len(took)/2]), "p50-ms")
				b.ReportMetric(milliseconds(took[len(took)*95/100]), "p95-ms")
			})
		}
	}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// clients is the number of concurrent clients.
const clients = 64

// rush sends n requests and returns how long each took. Each client starts at another moment of its pause.
func rush(b *testing.B, url string, n int, pause time.Duration) []time.Duration {
	b.Helper()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}
	defer client.CloseIdleConnections()
	took, errs := make([]time.Duration, n), make([]error, clients)
	var all sync.WaitGroup
	for c := range clients {
		all.Go(func() {
			time.Sleep(pause * time.Duration(c) / clients)
			for i := c; i < n && errs[c] == nil; i += clients {
				begun := time.Now()
				errs[c] = post(client, url, long(i))
				took[i] = time.Since(begun)
				time.Sleep(pause - took[i])
			}
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			b.Fatal(err)
		}
	}
	return took
}

func post(client *http.Client, url string, body []byte) error {
	resp, err := client.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err == nil && (resp.StatusCode != http.StatusOK || !bytes.Contains(answer, []byte("sunny"))) {
		err = fmt.Errorf("%s: %.300s", resp.Status, answer)
	}
	return err
}

// long returns a body of 50 kB: instructions, and a conversation of ten messages. n is in its question.
func long(n int) []byte { return fmt.Appendf(nil, longBody(), n) }

// longBody is the body with a verb for the number.
var longBody = sync.OnceValue(func() string {
	line := "Say what you know, and say where it is from; \"quote\" what others said.\n"
	messages := []map[string]string{{"role": "system", "content": "# Role\nYou are a desk.\n\n# Rules\n" +
		strings.Repeat(line, 340)}}
	for i := range 10 {
		role := []string{"user", "assistant"}[i%2]
		messages = append(messages, map[string]string{"role": role, "content": strings.Repeat(line, 34)})
	}
	messages = append(messages, map[string]string{"role": "user", "content": "Question %d"})
	body, _ := json.Marshal(map[string]any{"model": "gpt-4o", "messages": messages}) // it has only texts
	return string(body)
})

// serverVariable makes the test binary a server, so that what is timed runs in another process.
const serverVariable = "BEAVER_EVAL_BENCH_SERVER"

func TestMain(m *testing.M) {
	switch os.Getenv(serverVariable) {
	case "bare":
		appBare()
	case "proxy":
		ofCase()
	default:
		os.Exit(m.Run())
	}
	io.Copy(io.Discard, os.Stdin) // until the benchmark ends
}

// own starts the test binary as a server.
func own(name string) func(b *testing.B) string {
	return func(b *testing.B) string {
		server := exec.Command(os.Args[0])
		server.Env = append(os.Environ(), serverVariable+"="+name, "GOGC=150") // as the program sets it
		server.Stderr = os.Stderr
		in, err := server.StdinPipe()
		if err != nil {
			b.Fatal(err)
		}
		out, err := server.StdoutPipe()
		if err != nil {
			b.Fatal(err)
		}
		if err := server.Start(); err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { in.Close(); server.Wait() })
		url, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			b.Fatal(err)
		}
		return strings.TrimSpace(url)
	}
}

// appBare is a server that reads the body and answers.
func appBare() {
	answer := []byte(`{"choices": [{"message": {"role": "assistant", "content": "It is sunny."}}]}`)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Write(answer)
	}))
	fmt.Println(s.URL)
}

// BenchmarkAsk times a run's work on a request of 50 kB before it is answered, without HTTP.
func BenchmarkAsk(b *testing.B) {
	g := takingTurns()
	for i := 0; b.Loop(); i++ {
		a := g.Ask(b.Context(), Request{Endpoint: ChatCompletions, Body: long(i)})
		if a.Status != http.StatusOK {
			b.Fatalf("%d: %s", a.Status, a.Pieces)
		}
	}
}

// ofCase is the proxy with a case whose turn never ends.
func ofCase() {
	d, err := OpenProxy(Setup{})
	if err == nil {
		_, err = d.Let("case", takingTurns())
	}
	if err != nil {
		panic(err)
	}
	fmt.Println(d.URL("case"))
}

// takingTurns is a case with a turn.
func takingTurns() *turns {
	masker := secrets.New()
	g := &turns{next: func() *turn {
		with := &session{block: &Block{}, store: NewStore(), seen: map[string]int{}}
		return newTurn(with, always{masker: masker}, "turn-1", pipeline.Input{Text: "Question 1"})
	}}
	g.begin(g.next())
	return g
}

// turns is a case that is replaced as soon as it has had as many requests as a large case has.
type turns struct {
	conversation
	next func() *turn
}

// Ask implements Handler.
func (g *turns) Ask(ctx context.Context, r Request) ProxyAnswer {
	t := g.now()
	t.mu.Lock()
	full := len(t.calls) >= 2*clients
	t.mu.Unlock()
	if full {
		g.begin(g.next())
	}
	return g.conversation.Ask(ctx, r)
}

// always gives one answer, and masks as a run does. It implements pipeline.Asking.
type always struct {
	pipeline.Embedder // never called
	masker            *secrets.Masker
}

func (always) Accepted(string) []pipeline.Request { return nil }

func (always) Arrived(context.Context, pipeline.Arrival) (pipeline.Response, error) {
	return pipeline.Response{Content: "It is sunny."}, nil
}

func (a always) Masked(req pipeline.Request) pipeline.Request { return model.Masked(a.masker, req) }

// aimock is a server of AIMock that knows one answer.
func aimock(b *testing.B) string {
	packages := os.Getenv("BEAVER_EVAL_AIMOCK")
	if packages == "" {
		b.Skip("BEAVER_EVAL_AIMOCK does not name the node_modules that have @copilotkit/aimock")
	}
	file := filepath.Join(b.TempDir(), "fixtures.json")
	const fixtures = `{"fixtures": [{"match": {"userMessage": "Question"}, "response": {"content": "It is sunny."}}]}`
	if err := os.WriteFile(file, []byte(fixtures), 0o600); err != nil {
		b.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	l.Close()
	server := exec.Command("node", filepath.Join(packages, "@copilotkit", "aimock", "dist", "cli.js"),
		"--port", port, "--fixtures", file, "--log-level", "silent")
	server.Stderr = os.Stderr
	if err := server.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { server.Process.Kill(); server.Wait() })
	url := "http://127.0.0.1:" + port
	for range 100 {
		if post(http.DefaultClient, url+"/v1/chat/completions", long(0)) == nil {
			return url
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.Fatal("AIMock does not answer")
	return ""
}
