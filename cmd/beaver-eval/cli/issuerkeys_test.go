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

	application "github.com/beaver-eval/beaver-eval/pipeline/app"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets/secretstest"
	"github.com/beaver-eval/beaver-eval/reports/export"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// issuerCase returns a case with a text in each possible place of a key: the user's message, a tool's arguments, its
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

// sampledKeys returns a key of each issuer, or in short tests of one in four.
func sampledKeys() []secretstest.Key {
	all := secretstest.Keys()
	if !testing.Short() {
		return all
	}
	var some []secretstest.Key
	for i := 0; i < len(all); i += 4 {
		some = append(some, all[i])
	}
	return some
}

// No issuer's key appears in anything written or printed, wherever it was.
func TestKeysOfIssuersThroughEveryOutput(t *testing.T) {
	keys, dir := sampledKeys(), t.TempDir()
	var text strings.Builder
	for i, key := range keys {
		fmt.Fprintf(&text, "%d: %s\n", i, key.Text)
	}
	writeWire(t, dir, "suites/s.yaml", "system: beaver\ncases: [conversations/a.yaml]\n")
	writeWire(t, dir, "fixtures/conversations/a.yaml", issuerCase(t, text.String()))
	trace := filepath.Join(dir, "trace.jsonl")
	printed := map[string]string{
		"run":   runWire(t, dir, nil, 1, "run", "--full", "--ci=false", "--trace", trace),
		"diff":  runWire(t, dir, nil, 1, "diff"),
		"check": runWire(t, dir, nil, 0, "check"),
	}
	checkKeys(t, dir, keys) // pending changes
	printed["accept"] = runWire(t, dir, nil, 0, "accept", "--all")
	printed["run again"] = runWire(t, dir, map[string]string{"GITHUB_ACTIONS": "true"}, 1, "run", "--full",
		"--ci=false")
	printed["run as JSON"] = runWire(t, dir, nil, 1, "run", "--format", "json", "--ci=false")
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

// The same for a log of requests, whose texts are all made by the application.
func TestKeysOfIssuersInALog(t *testing.T) {
	keys, dir := sampledKeys(), t.TempDir()
	var log bytes.Buffer
	for i, key := range keys {
		type object = map[string]any
		call := object{"id": "call_1", "type": "function", "function": object{"name": "login",
			"arguments": fmt.Sprintf(`{"with":%q}`, key.Text)}}
		line, err := json.Marshal(object{
			"case": fmt.Sprintf("k%d", i), "model": "gpt-4o", "messages": []any{
				object{"role": "system", "content": "Use " + key.Text + " for all."},
				object{"role": "user", "content": []any{object{"type": "text", "text": "Is it " + key.Text + "?"}}},
				object{"role": "assistant", "content": nil, "tool_calls": []any{call}},
				object{"role": "tool", "tool_call_id": "call_1", "content": "X-Thing: " + key.Text},
			},
			"response": "It is " + key.Text,
		})
		if err != nil {
			t.Fatal(err)
		}
		log.Write(append(line, '\n'))
	}
	writeWire(t, dir, "suites/desk.yaml", "system: app\napp: {command: [no-such-program]}\n")
	writeWire(t, dir, "fixtures/conversations/other.yaml", "turns: [{user: Oslo?}]\n")
	logFile := filepath.Join(t.TempDir(), "log.jsonl")
	writeWire(t, filepath.Dir(logFile), "log.jsonl", log.String())
	args := []string{"--suite", "desk", "--requests", logFile}
	printed := runDesk(t, dir, 1, append([]string{"run", "--full", "--ci=false", "--trace", "-"}, args...)) +
		runDesk(t, dir, 0, append([]string{"show", "k0"}, args...))
	checkKeys(t, dir, keys)
	printed += runDesk(t, dir, 0, append([]string{"accept", "--all"}, args...)) +
		runDesk(t, dir, 0, append([]string{"run", "--full", "--ci=false"}, args...)) +
		runDesk(t, dir, 0, []string{"import", "--format", "requests", "--name", "desk", logFile})
	checkKeys(t, dir, keys)
	hasNoKey(t, "printed", printed, keys)
}

// runDesk runs a command line about an application, and returns its whole output.
func runDesk(t *testing.T, dir string, want int, args []string) string {
	t.Helper()
	sys, err := application.New()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	a := newApp(&out, &out, func(string) string { return "" }, sys)
	if code := a.main(t.Context(), append(args, "--root", dir)); code != want {
		t.Fatalf("%q ends with %d, want %d:\n%s", args, code, want, &out)
	}
	return out.String()
}

// checkKeys searches all files that the program has written, and the rows of its tables.
func checkKeys(t *testing.T, dir string, keys []secretstest.Key) {
	t.Helper()
	files, tables := 0, 0
	err := filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasSuffix(filepath.ToSlash(file), "/fixtures/conversations/a.yaml") {
			return err // except files written by a person
		}
		files++
		text, err := os.ReadFile(file)
		if name, table := strings.CutSuffix(filepath.Base(file), ".parquet"); table && err == nil {
			tables++
			var lines bytes.Buffer
			err = export.Write(t.Context(), &lines, filepath.Dir(file), name, "jsonl")
			text = lines.Bytes()
		}
		hasNoKey(t, file, string(text), keys)
		return err
	})
	if err != nil || files < len(rows.Tables()) || tables < len(rows.Tables()) {
		t.Errorf("%d files, %d tables, %v", files, tables, err)
	}
}

// hasNoKey reports each key of which a text contains a part.
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
