package openai

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// The TypeScript types of OpenAI's own package accept the answers, and reject them with an extra key: a missing error
// below @ts-expect-error is itself an error of tsc.
func TestTypes(t *testing.T) {
	t.Parallel()
	modules := os.Getenv("BEAVER_EVAL_NODE_MODULES")
	if modules == "" {
		t.Skip("BEAVER_EVAL_NODE_MODULES does not name a folder with the package openai and TypeScript")
	}
	dir := t.TempDir()
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	forms, err := os.ReadFile(filepath.Join("testdata", "types", "openai_forms.ts"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"openai_forms.ts": forms, "answers.ts": openAITyped(t),
		"package.json": []byte(`{"type":"module"}`), "tsconfig.json": []byte(`{"compilerOptions":{"strict":true,"noEmit":true,` +
			`"target":"es2022","module":"nodenext","moduleResolution":"nodenext","skipLibCheck":true,"types":[]},` +
			`"include":["*.ts"]}`)} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tsc := filepath.Join(modules, ".bin", "tsc")
	out, err := exec.Command(tsc, "--project", dir, "--pretty", "false").CombinedOutput()
	if err != nil {
		t.Errorf("tsc: %v\n%s", err, out)
	}
}

// openAITyped is a TypeScript module that checks answers, and spoiled copies of them, against their types.
func openAITyped(t *testing.T) []byte {
	var b bytes.Buffer
	b.WriteString("import type { Chat, Chunk, Event, Models, Response } from \"./openai_forms.js\";\n")
	add := func(body []byte, kind string) {
		b.WriteString("void (" + string(body) + " satisfies " + kind + ");\n// @ts-expect-error\n")
		b.WriteString("void ({\"surplus\":1," + string(body[1:]) + " satisfies " + kind + ");\n")
	}
	add(Models([]string{"m"}).Pieces[0], "Models")
	calls := []pipeline.ToolCall{{Name: "f", Arguments: `{"a":1}`}, {Name: "g"}}
	for _, resp := range []pipeline.Response{
		{Content: "sunny", Reasoning: "hm", ToolCalls: calls}, {ToolCalls: calls}, {}, {Content: "a", Finish: "length"},
		{Content: "a", Finish: "content_filter"}, {Content: "I will not.", Finish: "refusal"},
	} {
		for e, kinds := range map[provider.Endpoint][2]string{
			provider.ChatCompletions: {"Chat", "Chunk"}, provider.Responses: {"Response", "Event"},
		} {
			for i, kind := range kinds {
				s := newStore()
				r := provider.Reply{Response: resp, Seed: "s", Created: time.Unix(9, 0)}
				sent, err := s.Write(openAIBody(t, s, e, i == 1), r)
				if err != nil {
					t.Fatal(err)
				}
				for _, piece := range sent.Pieces {
					if _, data, ok := strings.Cut(string(piece), "data: "); ok {
						piece = []byte(strings.TrimSpace(data))
					}
					if json.Valid(piece) && piece[0] == '{' {
						add(piece, kind)
					}
				}
			}
		}
	}
	return b.Bytes()
}
