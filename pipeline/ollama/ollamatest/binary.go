package ollamatest

import (
	"os"
	"os/exec"
	"testing"
)

// Variable is the environment variable with the path of Ollama's program. `.ci/ollama` builds one and prints its path.
const Variable = "BEAVER_EVAL_OLLAMA"

// Binary returns the path of Ollama's program. Without one the test is skipped; a missing file fails it.
func Binary(t testing.TB) string {
	t.Helper()
	named := os.Getenv(Variable)
	if named == "" {
		t.Skip("no real Ollama: " + Variable + " names its program, and .ci/ollama builds one")
	}
	path, err := exec.LookPath(named)
	if err != nil {
		t.Fatalf("%s: %v", Variable, err)
	}
	return path
}
