package prompt_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// BenchmarkRender renders a message like a router's or a planner's: eight sections with values, a loop and a fragment.
func BenchmarkRender(b *testing.B) {
	text := `{{define "f"}}- {{.Title}}: {{json .Goal}}{{end}}
{{define "Task"}}Task:
{{.Message}}{{end}}
{{define "Items"}}{{with .Items}}Items:{{range .}}
{{template "f" .}}{{end}}{{end}}{{end}}
{{define "Words"}}Words: {{join .Words ", "}}{{end}}
{{define "Count"}}{{if and .Message (gt .Count 1)}}Count: {{.Count}}{{end}}{{end}}
`
	for _, name := range []string{"Rules", "Policy", "Output"} {
		text += `{{define "` + name + `"}}` + strings.Repeat("Judge the current message; the rest only explains it. ",
			8) + `{{end}}` + "\n"
	}
	tmpl, err := loadB(text)
	if err != nil {
		b.Fatal(err)
	}
	d := data{Message: strings.Repeat("Plan a trip. ", 10), Items: []task{{"one", "a"}, {"two", "b"}, {"three", "c"}},
		Words: []string{"x", "y"}, Count: 3}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tmpl.Render(d); err != nil {
			b.Fatal(err)
		}
	}
}

func loadB(text string) (*prompt.Template, error) {
	return prompt.Load(fstest.MapFS{name: {Data: []byte(text)}}, prompt.Spec{File: name, Sep: "\n\n", Data: data{}})
}
