//go:build unix

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// BenchmarkLong times whole runs of one long conversation, whose goldens have been accepted: an import of dialogues
// (openai-chat), and a log of an application, each request of which holds all messages before it.
func BenchmarkLong(b *testing.B) {
	program := buildProgram(b)
	for _, turns := range []int{1000, 2000, 3500} {
		b.Run(fmt.Sprintf("openai-chat/turns=%d", turns), func(b *testing.B) {
			dir := b.TempDir()
			file := filepath.Join(dir, "long.jsonl")
			writeText(b, file, marshalled(b, map[string]any{"messages": conversation(turns)}))
			runs(b, program, 0, "import", "--root", dir, "--format", "openai-chat", "--name", "set", file)
			benchAccepted(b, program, dir)
		})
	}
	for _, turns := range []int{250, 500, 1000} {
		b.Run(fmt.Sprintf("log/turns=%d", turns), func(b *testing.B) {
			dir := b.TempDir()
			var log, texts strings.Builder
			all := conversation(turns)
			for turn := range turns {
				fmt.Fprintln(&log, marshalled(b, map[string]any{"case": "long", "turn": turn + 1,
					"request": map[string]any{"model": "m", "messages": all[:2*turn+1]}}))
				fmt.Fprintf(&texts, "  - user: %q\n", all[2*turn]["content"])
			}
			file := filepath.Join(dir, "log.jsonl")
			writeText(b, file, log.String())
			writeText(b, filepath.Join(dir, "suites", "app.yaml"), "system: app\napp: {}\n")
			writeText(b, filepath.Join(dir, "fixtures", "conversations", "long.yaml"), "turns:\n"+texts.String())
			benchAccepted(b, program, dir, "--suite", "app", "--requests", file)
		})
	}
}

// conversation returns one of so many turns.
func conversation(turns int) []map[string]string {
	var all []map[string]string
	for i := range turns {
		all = append(all,
			map[string]string{"role": "user", "content": fmt.Sprintf("Question %d about bicycles and chains", i)},
			map[string]string{"role": "assistant", "content": fmt.Sprintf("Answer %d: use oil, then wait.", i)})
	}
	return all
}

// benchAccepted times run on what has been accepted before.
func benchAccepted(b *testing.B, program, dir string, args ...string) {
	b.Helper()
	run := append([]string{"run", "--root", dir, "--ci=false"}, args...)
	runs(b, program, 1, run...)
	runs(b, program, 0, append([]string{"accept", "--root", dir, "--all"}, args...)...)
	user := 0.0
	for b.Loop() {
		user += runs(b, program, 0, run...).UserTime().Seconds()
	}
	b.ReportMetric(user/float64(b.N), "user-s/op")
}

func marshalled(b *testing.B, v any) string {
	b.Helper()
	data, err := jsonvalue.Marshal(v)
	if err != nil {
		b.Fatal(err)
	}
	return string(data)
}

func writeText(b *testing.B, file, text string) {
	b.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
}
