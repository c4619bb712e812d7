package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/secrets/secretstest"
	"github.com/beaver-eval/beaver-eval/reports/export"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// issuerCase is a case with a text in each place where a key can stand: what the user says, a tool's arguments, its
// result, its description, and the answer.
func issuerCase(t *testing.T, text string) string {
	t.Helper()
	type object = map[string]any
	raw, err := json.Marshal(object{
		"forms": []string{"openai"},
		"tools": []any{object{
			"name": "login", "description": "Logs in with " + text, "parameters": object{"type": "object"},
			"results": []any{object{"content": text}},
		}},
		"turns": []any{object{
			"user": "Log me in: " + text,
			"answers": object{
				"router": object{"action": "simple_chat", "reason": text},
				"main-1": object{"tool_calls": []any{object{"name": "login", "arguments": object{"with": text}}}},
				"main-2": "You are in: " + text,
			},
			"expect": object{"reply": object{"contains": []string{"nowhere " + text}}},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// A key of no issuer lands in anything that is written or printed, wherever it stood.
func TestKeysOfIssuersThroughEveryOutput(t *testing.T) {
	keys, dir := secretstest.Keys(), t.TempDir()
	var text strings.Builder
	for i, key := range keys {
		fmt.Fprintf(&text, "%d: %s\n", i, key.Text)
	}
	writeWire(t, dir, "suites/s.yaml", "system: beaver\ncases: [conversations/a.yaml]\n")
	writeWire(t, dir, "fixtures/conversations/a.yaml", issuerCase(t, text.String()))
	trace := filepath.Join(dir, "trace.jsonl")
	printed := map[string]string{
		"run":   runWire(t, dir, nil, 1, "run", "--full", "--no-ci", "--trace", trace),
		"diff":  runWire(t, dir, nil, 1, "diff"),
		"check": runWire(t, dir, nil, 0, "check"),
	}
	checkKeys(t, dir, keys) // what waits for review
	printed["accept"] = runWire(t, dir, nil, 0, "accept", "--all")
	printed["run again"] = runWire(t, dir, map[string]string{"GITHUB_ACTIONS": "true"}, 1, "run", "--full", "--no-ci")
	printed["run as JSON"] = runWire(t, dir, nil, 1, "run", "--format", "json", "--no-ci")
	printed["show"] = runWire(t, dir, nil, 0, "show", "a")
	for _, format := range []string{"junit", "markdown"} {
		printed[format] = runWire(t, dir, nil, 0, "report", "export", "--format", format, "--output",
			filepath.Join(dir, "reports", format)) + runWire(t, dir, nil, 0, "report", "export", "--format", format)
	}
	for _, table := range []string{"cases", "calls", "scores", "changes", "parts", "tools", "events", "texts"} {
		printed[table] = runWire(t, dir, nil, 0, "report", "export", "--format", "csv", "--table", table)
	}
	checkKeys(t, dir, keys)
	for name, text := range printed {
		hasNoKey(t, name, text, keys)
	}
	masks := strings.Count(printed["show"], "masked-")
	if masks < len(keys) {
		t.Errorf("%d masks are shown of %d keys", masks, len(keys))
	}
}

// checkKeys looks into all files that a run has written, and into the rows of its tables.
func checkKeys(t *testing.T, dir string, keys []secretstest.Key) {
	t.Helper()
	files, tables := 0, 0
	err := filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.Contains(filepath.ToSlash(file), "/fixtures/") {
			return err
		}
		files++
		text, err := os.ReadFile(file)
		if name, table := strings.CutSuffix(filepath.Base(file), ".parquet"); table && err == nil {
			tables++
			var lines bytes.Buffer
			err = export.Write(&lines, filepath.Dir(file), name, "jsonl")
			text = lines.Bytes()
		}
		hasNoKey(t, file, string(text), keys)
		return err
	})
	if err != nil || files < len(rows.Tables()) || tables < len(rows.Tables()) {
		t.Errorf("%d files, %d tables, %v", files, tables, err)
	}
}

// hasNoKey reports each key of which a part stands in a text.
func hasNoKey(t *testing.T, name, text string, keys []secretstest.Key) {
	t.Helper()
	const part = 10
	for _, key := range keys {
		secret := strings.TrimPrefix(key.Text, key.Public)
		for _, piece := range []string{secret, secret[:part], secret[len(secret)-part:]} {
			if at := strings.Index(text, piece); at >= 0 {
				t.Errorf("%s: %s %s stands in %q", name, key.Issuer, key.Vector, text[max(0, at-20):at+part])
				break
			}
		}
	}
}
