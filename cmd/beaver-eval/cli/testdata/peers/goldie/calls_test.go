// Package calls compares the messages of each conversation with a golden of goldie.
package calls

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"
)

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

func TestCalls(t *testing.T) {
	folder := os.Getenv("BENCH_CALLS")
	files, err := filepath.Glob(filepath.Join(folder, "calls", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations in BENCH_CALLS, %q: %v", folder, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var calls []struct {
				Messages []message `json:"messages"`
			}
			data, err := os.ReadFile(file)
			if err == nil {
				err = json.Unmarshal(data, &calls)
			}
			if err != nil {
				t.Fatal(err)
			}
			goldie.New(t, goldie.WithFixtureDir(filepath.Join(folder, "goldie"))).AssertJson(t, name, calls)
		})
	}
}
