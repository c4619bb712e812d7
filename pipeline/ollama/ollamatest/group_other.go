//go:build !unix

package ollamatest

import (
	"os/exec"
	"testing"
)

// startGroup skips the test: without process groups a server's children would outlive it.
func startGroup(t testing.TB, _ *exec.Cmd) (<-chan struct{}, func()) {
	t.Skip("no real Ollama: this system has no process groups")
	return nil, nil
}
