package app_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app"
)

// anthropicTypes are the official packages' types of answers. Any member may be missing, as members for unused features
// are, but none may be unknown to the type or have another type.
const anthropicTypes = `import type Anthropic from "@anthropic-ai/sdk";
import type { ChatResponse, EmbedResponse, EmbeddingsResponse, GenerateResponse, ListResponse, ShowResponse,
  VersionResponse } from "ollama";
import type OpenAI from "openai";

type Some<T> = T extends object ? { [K in keyof T]?: Some<T[K]> } : T;
// JSON has no dates, and the server has more than its package knows of: ids of calls, calls of generate.
type Server = { created_at: string; tool_calls?: object[]; thinking?: string };
type Models = { models: (Omit<Some<ListResponse["models"][0]>, "modified_at" | "expires_at"> &
  { modified_at?: string; expires_at?: string; context_length?: number })[] };

export type message = Some<Anthropic.Message> & { id: string; type: "message"; content: object[]; usage: object };
export type event = Some<Anthropic.RawMessageStreamEvent | { type: "ping" }> & { type: string };
export type chat = Some<Omit<ChatResponse, "created_at" | "message">> & Server &
  { message: Omit<ChatResponse["message"], "tool_calls"> & { tool_calls?: object[] }; done: boolean };
export type generate = Some<Omit<GenerateResponse, "created_at">> & Server & { response: string; done: boolean };
export type tags = Models;
export type ps = Models;
export type show = Some<Omit<ShowResponse, "modified_at" | "model_info">> & { modified_at: string; model_info: object };
export type version = VersionResponse;
export type embed = EmbedResponse;
export type embedOld = EmbeddingsResponse;
export type embedOpenAI = OpenAI.CreateEmbeddingResponse;
`

// The types of the official packages accept the answers, and reject them with an extra member.
func TestAnthropicOllamaTypes(t *testing.T) {
	modules := os.Getenv("BEAVER_EVAL_NODE_MODULES")
	if modules == "" {
		t.Skip("BEAVER_EVAL_NODE_MODULES does not name a folder with the packages of pipeline/wire/testdata/types")
	}
	dir := t.TempDir()
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"package.json", "tsconfig.json"} {
		data, err := os.ReadFile(filepath.Join("..", "wire", "testdata", "types", name))
		if err != nil {
			t.Fatal(err)
		}
		anthropicWriteFile(t, filepath.Join(dir, name), data)
	}
	anthropicWriteFile(t, filepath.Join(dir, "answers.ts"), []byte(anthropicTypes+anthropicTyped(t)))
	tsc := filepath.Join(modules, ".bin", "tsc")
	out, err := exec.Command(tsc, "--project", dir, "--pretty", "false").CombinedOutput()
	if err != nil {
		t.Errorf("tsc: %v\n%s", err, out)
	}
}

// anthropicTyped checks answers against their types.
func anthropicTyped(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	say := func(kind string, answer []byte) {
		line := strings.ReplaceAll(string(answer), "\u2028", `\u2028`)
		fmt.Fprintf(&b, "void (%s satisfies %s);\n", line, kind)
		fmt.Fprintf(&b, "// @ts-expect-error\nvoid ({\"surplus\":1,%s satisfies %s);\n", line[1:], kind)
	}
	for endpoint, kind := range map[app.Endpoint]string{
		app.Messages: "message", app.OllamaChat: "chat", app.OllamaGenerate: "generate",
	} {
		whole, streamed := anthropicPieces(t, endpoint, false), anthropicPieces(t, endpoint, true)
		say(kind, whole[0])
		for _, piece := range streamed {
			if _, data, ok := bytes.Cut(piece, []byte("data: ")); ok {
				say("event", bytes.TrimSpace(data))
			} else {
				say(kind, bytes.TrimSpace(piece))
			}
		}
	}
	say("tags", app.OllamaTags([]string{"m"}, time.Unix(0, 0)).Pieces[0])
	say("ps", app.OllamaPs([]string{"m"}, time.Unix(0, 0)).Pieces[0])
	say("version", app.OllamaVersion("1").Pieces[0])
	show, err := app.OllamaShow([]byte(`{"model":"m"}`))
	if err != nil {
		t.Fatal(err)
	}
	say("show", show.Pieces[0])
	for path, kind := range map[string]string{
		"/v1/embeddings": "embedOpenAI", "/api/embed": "embed", "/api/embeddings": "embedOld",
	} {
		e, err := app.ReadEmbeddings(path, []byte(`{"model":"m","input":"x","prompt":"x"}`))
		if err != nil {
			t.Fatal(err)
		}
		sent, err := e.Write([][]float32{{1, 0.5}})
		if err != nil {
			t.Fatal(err)
		}
		say(kind, sent.Pieces[0])
	}
	return b.String()
}

func anthropicPieces(t *testing.T, endpoint app.Endpoint, stream bool) [][]byte {
	t.Helper()
	s := app.NewStore()
	b, err := s.Read(endpoint, fmt.Appendf(nil, anthropicBodies[endpoint], stream))
	if err != nil {
		t.Fatal(err)
	}
	resp := pipeline.Response{Content: "x", Reasoning: "y",
		ToolCalls: []pipeline.ToolCall{{Name: "w", Arguments: "{}"}}}
	sent, err := s.Write(b, app.Reply{Response: resp, Seed: "s"})
	if err != nil {
		t.Fatal(err)
	}
	return sent.Pieces
}

func anthropicWriteFile(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
