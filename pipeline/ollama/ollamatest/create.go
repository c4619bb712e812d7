package ollamatest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// createTimeout bounds the creation of one model.
const createTimeout = 60 * time.Second

// create writes a model and its Modelfile, and makes Ollama's program create a model of the server from them.
func (s *RealServer) create(t testing.TB, kind ModelKind) {
	t.Helper()
	modelfile := filepath.Join(s.dir, "Modelfile."+string(kind))
	if err := os.WriteFile(modelfile, []byte(Modelfile(kind)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := writeModel(filepath.Join(s.dir, string(kind)+".gguf"), kind); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), createTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.binary, "create", string(kind), "-f", modelfile)
	cmd.Env = s.environment()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("create the model %s: %v\n%s", kind, err, out)
	}
}

func writeModel(path string, kind ModelKind) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := WriteModel(f, kind); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
