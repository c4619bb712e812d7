package ollamatest

import (
	"fmt"
	"io"
	"strings"
)

// ModelKind is one of the models of this package.
type ModelKind string

// The models of this package.
const (
	KindRandom   ModelKind = "random"
	KindEndless  ModelKind = "endless"
	KindStages   ModelKind = "stages"
	KindEmbedder ModelKind = "embedder"
)

// WriteModel writes the model of a kind; those with random weights have seed 1.
func WriteModel(w io.Writer, kind ModelKind) error {
	switch kind {
	case KindRandom:
		return Random(w, 1)
	case KindEndless:
		return Endless(w, 1)
	case KindStages:
		return Stages(w)
	case KindEmbedder:
		return Embedder(w)
	}
	return fmt.Errorf("there is no model of the kind %q", string(kind))
}

// Modelfile returns the input of `ollama create` for a kind; it expects the model in the file KIND.gguf of the same
// folder. Models that chat can be offered tools.
func Modelfile(kind ModelKind) string {
	const chats = "TEMPLATE \"\"\"%s\"\"\"\nPARAMETER stop %s\nPARAMETER num_ctx %d\n"
	var b strings.Builder
	fmt.Fprintf(&b, "FROM ./%s.gguf\n", kind)
	switch kind {
	case KindRandom:
		fmt.Fprintf(&b, chats, template, tokenEnd, RandomContext)
	case KindEndless:
		fmt.Fprintf(&b, chats, template, tokenEnd, EndlessContext)
	case KindStages:
		fmt.Fprintf(&b, chats, template, tokenEnd, StagesContext)
	case KindEmbedder:
		fmt.Fprintf(&b, "PARAMETER num_ctx %d\n", EmbedderContext)
	}
	b.WriteString("PARAMETER num_thread 1\n") // matrices this small are not worth the hand-over
	return b.String()
}

// template renders a conversation as the prompt of a model. To a model that does not know <|last|>, <|tools|> and
// <|result|> they are text.
const template = `{{ if .Tools }}` + tokenTools + `{{ .Tools }}{{ end }}
{{- range $i, $_ := .Messages }}
{{- $last := eq (len (slice $.Messages $i)) 1 }}
{{- if eq .Role "system" }}` + tokenSystem + `{{ .Content }}
{{- else if eq .Role "user" }}` + tokenUser + `{{ if $last }}` + tokenLast + `{{ end }}{{ .Content }}
{{- else if eq .Role "assistant" }}` + tokenAssistant + `{{ .Content }}
{{- range .ToolCalls }}{"name": "{{ .Function.Name }}", "arguments": {{ .Function.Arguments }}}{{ end }}` + tokenEnd + `
{{- else if eq .Role "tool" }}` + tokenTool + `{{ if $last }}` + tokenLast + `{{ end }}` +
	`{{ .Content }}{{ if $last }}` + tokenResult + `{{ end }}
{{- end }}
{{- end }}` + tokenAssistant
