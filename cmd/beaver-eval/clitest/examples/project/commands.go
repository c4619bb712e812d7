package project

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Does runs a command of the program, which has to end with a code, and returns its standard output.
func Does(t testing.TB, dir string, code int, args ...string) string {
	t.Helper()
	out, notes, got := Execute(t, dir, "beaver-eval", args...)
	if got != code {
		t.Fatalf("beaver-eval %s: exit code %d, want %d\n%s%s", strings.Join(args, " "), got, code, out, notes)
	}
	return out
}

// goFlags has Go spend less time on programs that run once: OpenAI's client alone has 228,000 lines.
const goFlags = `'-gcflags=github.com/openai/...=-N -l' '-ldflags=-s -w'`

// Execute runs a command away from CI and without a network.
func Execute(t testing.TB, dir, command string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := exec.Command(command, args...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "CI=", "GOPROXY=off", "GOFLAGS="+goFlags, "GOWORK=off")
	var out, notes strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &notes
	err := cmd.Run()
	if e, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatal(err)
	} else if ok {
		code = e.ExitCode()
	}
	return out.String(), notes.String(), code
}

// Edit replaces a text that occurs once in a file.
func Edit(t testing.TB, file, old, new string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(data), old); n != 1 {
		t.Fatalf("%s has %q %d times, want 1", file, old, n)
	}
	Write(t, file, strings.Replace(string(data), old, new, 1))
}

// Write writes a file and its folders.
func Write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
