package openai

import (
	"bufio"
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// openAIEndpoint returns the endpoint of a path as clients spell it; empty: another one.
func openAIEndpoint(path string) provider.Endpoint {
	switch {
	case strings.HasSuffix(path, "/chat/completions"):
		return provider.ChatCompletions
	case strings.HasSuffix(path, "/responses"):
		return provider.Responses
	}
	return ""
}

// Each body that a real client has sent to OpenAI's endpoints is read, and nothing of it is lost.
func TestReadsRealBodies(t *testing.T) {
	t.Parallel()
	shared := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "..", "..", "shared"))
	f, err := os.Open(filepath.Join(shared, "data", "requests", "requests.jsonl"))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	lines, read := bufio.NewScanner(f), map[provider.Endpoint]int{}
	for lines.Buffer(nil, 1<<24); lines.Scan(); {
		var request struct {
			Path string
			Body json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &request); err != nil {
			t.Fatal(err)
		}
		e := openAIEndpoint(request.Path)
		if e == "" {
			continue
		}
		s := newStore()
		v, err := jsonvalue.Parse(request.Body)
		if err != nil {
			t.Fatal(err)
		}
		openAIReferences(s, v)
		b, err := s.Read(e, request.Body)
		if err != nil {
			t.Fatalf("%v: %s", err, request.Body)
		}
		openAIAccount(t, request.Body, b)
		read[e]++
	}
	if lines.Err() != nil || read[provider.ChatCompletions] < 100 || read[provider.Responses] < 100 {
		t.Errorf("%v; read %v", lines.Err(), read)
	}
}
