// Package recorded_test records the projects below docs/examples from a real Ollama server, by each of its APIs: its
// own, and those of OpenAI and Anthropic. They are skipped without a server; `make test-ollama` builds one.
package recorded_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest/examples/project"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
)

func TestMain(m *testing.M) { testscript.Main(m, clitest.Programs()) }

// live is a case of two turns, in each of which the model calls the tool and then says something.
const live = `turns:
  - user: Look up the weather in Oslo.
  - user: Look up the weather in Bergen, too.
`

// known are the words of a prompt that make the model act as an agent with tools.
const known = "Tool Failure Guidance: say so."

// recording is a suite of an example, and the provider whose API its client speaks.
type recording struct {
	suite, source  string
	answers, tools int    // and how many of them call the tool; without answers: any number of them, but some
	refused        string // the server's response to an unsupported request; empty: none
}

// recordings returns the suites of an example. Ollama 0.17.4 keeps no answers: it ignores previous_response_id, so that
// openai/responses gets answers to the request's own input, and it does not support item_reference, which ai-sdk/desk
// sends from the second turn on.
func recordings(e project.Example) []recording {
	switch e.Name {
	case "ai-sdk":
		return []recording{
			{suite: "chat", source: "openai", answers: 4, tools: 2},
			{suite: "desk", source: "openai", refused: "unknown input item type: item_reference"},
		}
	case "anthropic":
		return []recording{{suite: "desk", source: "anthropic", answers: 4, tools: 2}}
	case "curl", "go-ollama", "ollama":
		return []recording{{suite: "desk", source: "ollama", answers: 4, tools: 2}}
	case "experts": // no tools, and the model's route decides how many experts are asked
		return []recording{{suite: "desk", source: "openai"}}
	case "prompt-files": // no tools for this model
		return []recording{{suite: "desk", source: "openai", answers: 4}}
	case "fan-out":
		return []recording{{suite: "page", source: "openai", answers: 22, tools: 10}}
	}
	var all []recording
	for _, suite := range e.Suites {
		all = append(all, recording{suite: suite, source: "openai", answers: 4, tools: 2})
	}
	return all
}

// Each example records a real server, and without it sends the same requests and gets the same answers.
func TestRecorded(t *testing.T) {
	t.Parallel()
	url := ollamatest.StartReal(t, ollamatest.KindStages)
	ran := 0
	for _, e := range project.All() {
		switch lacks := e.Lacks(t); {
		case e.Tests != nil: // `record` starts a program, and this one is started by its tests
		case lacks != "": // a test that is skipped fails make test-ollama
			t.Log("left out: " + lacks)
		default:
			ran++
			t.Run(e.Name, func(t *testing.T) { record(t, e, url) })
		}
	}
	if ran == 0 {
		t.Error("nothing is recorded")
	}
}

func record(t *testing.T, e project.Example, url string) {
	dir := e.Copy(t)
	prepare(t, e, dir)
	for _, r := range recordings(e) {
		args := []string{"record", "--suite", r.suite}
		for _, upstream := range []string{"openai=" + url + "/v1", "anthropic=" + url, "ollama=" + url} {
			args = append(args, "--upstream", upstream)
		}
		if r.refused != "" {
			if out := project.Does(t, dir, 2, args...); !strings.Contains(out, r.refused) {
				t.Errorf("%s: nothing is said of %q:\n%s", r.suite, r.refused, out)
			}
			continue
		}
		project.Does(t, dir, 0, args...)
		answers(t, filepath.Join(dir, "fixtures", "recordings", r.suite, "live.jsonl"), r)
		replay(t, dir, r)
	}
}

// prepare makes an example use the server's model in a case of its own.
func prepare(t *testing.T, e project.Example, dir string) {
	t.Helper()
	for _, agent := range e.Agents {
		file := filepath.Join(dir, agent)
		text := read(t, file)
		text = strings.ReplaceAll(text, "Answer in one sentence.", known)
		text = strings.ReplaceAll(text, "Write one paragraph.", known)
		project.Write(t, file, strings.Replace(text, "let agent = triage", "let agent = desk", 1))
	}
	for _, folder := range []string{"goldens", "fixtures"} {
		if err := os.RemoveAll(filepath.Join(dir, folder)); err != nil {
			t.Fatal(err)
		}
	}
	project.Write(t, filepath.Join(dir, "fixtures", "conversations", "live.yaml"), live)
	for _, suite := range e.Suites {
		file := filepath.Join(dir, "suites", suite+".yaml")
		project.Write(t, file, withModel(read(t, file))+"recordings: "+suite+"\n")
	}
}

// withModel adds the name of the model to the variables of a suite.
func withModel(suite string) string {
	if strings.Contains(suite, "  env: {") {
		return strings.Replace(suite, "  env: {", "  env: {MODEL: stages, ", 1)
	}
	return strings.Replace(suite, "app:\n", "app:\n  env: {MODEL: stages}\n", 1)
}

// answers checks the recorded answers.
func answers(t *testing.T, file string, r recording) {
	t.Helper()
	text := read(t, file)
	if n := strings.Count(text, `"source":"`+r.source+`","model":"stages"`); n == 0 || r.answers > 0 && n != r.answers {
		t.Errorf("%s: %d answers of %s, want %d:\n%s", file, n, r.source, r.answers, text)
	}
	if strings.Contains(text, `"fail"`) {
		t.Errorf("%s has failures:\n%s", file, text)
	}
	for _, said := range []string{`"response":{"tool_calls":[{`, `"response":{"content":"The tool has answered`} {
		if n := strings.Count(text, said); n != r.tools {
			t.Errorf("%s: %d answers have %s, want %d:\n%s", file, n, said, r.tools, text)
		}
	}
}

// replay runs a recorded suite without the server: all answers are those of the recording, and the prompts are the same
// each time.
func replay(t *testing.T, dir string, r recording) {
	t.Helper()
	project.Does(t, dir, 1, "run", "--suite", r.suite) // there are no goldens
	project.Does(t, dir, 0, "accept", "--all", "--suite", r.suite)
	out := project.Does(t, dir, 0, "run", "--ci", "--suite", r.suite)
	if !strings.Contains(out, " prompts as accepted") || strings.Contains(out, "stale:") {
		t.Errorf("%s is not as it was:\n%s", r.suite, out)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
