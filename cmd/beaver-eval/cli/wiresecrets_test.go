package cli

import (
	"bytes"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
)

// wireSecrets returns the secrets that must not be written, each with its source.
func wireSecrets() map[string]string {
	return map[string]string{
		"the user's message": "Winter2031!", "a tool's result": plantedKey[4:20], "the model's answer": "Autumn2032!",
		"the user-info of a host": "hunter7x", "a header": "Headr2033", "what is volatile": "job-00ff",
	}
}

const wireSuite = `system: beaver
cases: [conversations/a.yaml]
models: {default: tiny}
options: {default: {seed: 1, temperature: 0, num_ctx: 4096}}
scrub: [{match: 'job-[0-9a-f]{4}', as: job-ID}]
`

const wireCase = `tools:
  - name: login
    description: Logs in
    parameters: {type: object}
    results: [{content: '{"access_token":"KEY","job":"JOB"}'}]
turns:
  - user: 'My password is Winter2031! for JOB'
    answers: {router: {action: simple_chat}, main: ok}
`

func wireProject(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	writeWire(t, dir, "suites/s.yaml", wireSuite)
	writeCase(t, dir, "job-00ff")
	return dir
}

func writeCase(t *testing.T, dir, job string) {
	t.Helper()
	writeWire(t, dir, "fixtures/conversations/a.yaml",
		strings.NewReplacer("KEY", plantedKey, "JOB", job).Replace(wireCase))
}

func writeWire(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// wireServer calls the tool, then answers with a secret; the headers of each answer hold one too.
func wireServer(t *testing.T) *ollamatest.Server {
	return ollamatest.New(t, func(r ollamatest.Request) ollamatest.Answer {
		a := ollamatest.Answer{Content: "Your password is Autumn2032!", Header: http.Header{
			"Set-Cookie": {"token=Headr2033"}, "Www-Authenticate": {"Bearer Headr2033Headr2033Headr"},
		}}
		switch {
		case strings.Contains(string(r.Raw), "simple_chat"):
			a.Content = `{"action":"simple_chat","reason":"password: Autumn2032!"}`
		case r.Last("tool") == "":
			a.Content, a.ToolCalls = "", []byte(`[{"function":{"name":"login","arguments":{}}}]`)
		}
		return a
	})
}

// runWire runs a command line, and returns its whole output.
func runWire(t *testing.T, dir string, env map[string]string, want int, args ...string) string {
	t.Helper()
	sys, err := beaver.New()
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	a := newApp(&out, &errs, func(key string) string { return env[key] }, sys)
	if code := a.main(t.Context(), append(args, "--root", dir)); code != want {
		t.Fatalf("%q ends with %d, want %d:\n%s%s", args, code, want, &out, &errs)
	}
	return out.String() + errs.String()
}

// No secret of a live run is written anywhere, whether from a person or from a server, in its text or headers. The
// server gets all of it. A replay equals the recording, and so does a run in which only volatile text differs.
func TestSecretsOnTheWire(t *testing.T) {
	dir, s := wireProject(t), wireServer(t)
	host := strings.Replace(s.URL, "http://", "http://me:hunter7x@", 1)
	env := map[string]string{"OLLAMA_HOST": host}
	printed := runWire(t, dir, env, 0, "record", "--all-calls")
	printed += runWire(t, dir, env, 0, "run", "--full", "--model", "ollama:tiny", "--ci=false")
	printed += runWire(t, dir, nil, 0, "run", "--full", "--model", "ollama:tiny", "--host", host, "--ci=false")
	writeWire(t, dir, "suites/s.yaml", wireSuite+"recordings: s\nanswers: recordings\n")
	printed += runWire(t, dir, nil, 1, "run", "--full", "--ci=false")
	printed += runWire(t, dir, nil, 0, "accept", "--all")
	printed += runWire(t, dir, nil, 0, "check", "--secrets", "off")
	writeCase(t, dir, "job-17ab")
	last := runWire(t, dir, nil, 0, "run", "--full", "--ci") // nothing changed or stale
	if strings.Contains(last, "scripted: ") || !strings.Contains(last, "gate holds    stale: wanted 0, got 0") {
		t.Errorf("not a replay: %s", last)
	}
	nobody := map[string]string{"OLLAMA_HOST": "http://me:hunter7x@127.0.0.1:1"}
	printed += last + runWire(t, dir, nobody, 2, "run", "--model", "ollama:tiny", "--ci=false") +
		runWire(t, dir, nil, 2, "run", "--model", "ollama:tiny", "--host", "http://me:hunter7x@example.org")
	asked := ""
	for _, r := range s.Requests() {
		asked += string(r.Raw)
	}
	for _, sent := range []string{"Winter2031!", plantedKey, "job-00ff"} {
		if !strings.Contains(asked, sent) {
			t.Errorf("%s did not reach the server", sent)
		}
	}
	recorded, err := os.ReadFile(filepath.Join(dir, "fixtures/recordings/s/a.jsonl"))
	for _, mask := range []string{"masked-password-", "masked-github-token-", "for job-ID"} {
		if !bytes.Contains(recorded, []byte(mask)) {
			t.Errorf("%v; there is no %s in %s", err, mask, recorded)
		}
	}
	for from, secret := range wireSecrets() {
		if strings.Contains(printed, secret) {
			t.Errorf("%s is printed: %s", from, printed)
		}
		for _, folder := range []string{"fixtures/recordings", "goldens", "reports"} {
			checkClean(t, filepath.Join(dir, folder), from, secret)
		}
	}
}

func checkClean(t *testing.T, folder, from, secret string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(folder, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		files++
		data, err := os.ReadFile(file)
		if bytes.Contains(data, []byte(secret)) {
			t.Errorf("%s stands in %s", from, file)
		}
		return err
	})
	if err != nil || files == 0 {
		t.Errorf("%s: %d files, %v", folder, files, err)
	}
}
