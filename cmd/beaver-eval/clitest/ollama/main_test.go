// Package ollama_test has tests of whole commands on a real Ollama server, with small models (package tinymodel). They
// are skipped without one; `make test-ollama` builds one.
package ollama_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/ollamatest"
)

func TestMain(m *testing.M) { testscript.Main(m, clitest.Programs()) }

// All tests with a working server share one, since its start and its models take seconds.
func TestRealServer(t *testing.T) {
	t.Parallel()
	url := ollamatest.StartReal(t, ollamatest.KindRandom, ollamatest.KindStages, ollamatest.KindEmbedder)
	for _, system := range all(t) {
		t.Run(system.Name(), func(t *testing.T) { tryWhole(t, system, url) })
	}
	t.Run("embeddings", func(t *testing.T) { tryEmbeddings(t, newProject(t, "near", url), url) })
	t.Run("door", func(t *testing.T) { tryProxy(t, newProject(t, "door", url)) })
	t.Run("garbage", func(t *testing.T) { tryGarbage(t, newProject(t, "garbage", url)) })
	t.Run("models", func(t *testing.T) { tryModels(t, newProject(t, "two", url)) })
	t.Run("prompts", func(t *testing.T) { tryPrompts(t, newProject(t, "two", url)) })
	t.Run("window", func(t *testing.T) { tryWindow(t, newProject(t, "window", url)) })
}
