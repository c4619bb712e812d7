package openai

import (
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// A file is a line of kind, media type, size and digest, or of its origin; everything else stays.
func TestFiles(t *testing.T) {
	t.Parallel()
	const three = "3 bytes sha256:ae4b3280e56e2faf" // 0, 1 and 2
	for _, tt := range []struct{ part, line, fields string }{
		{`{"type":"input_file","file_data":"AAEC","filename":"a"}`, "[file " + three + "]", `{"filename":"a"}`},
		{`{"type":"input_file","file_data":"data:application/pdf;base64,AAEC"}`,
			"[file application/pdf " + three + "]", ""},
		{`{"type":"file","file":{"file_data":"data:,%00%01%02","file_id":"f"}}`, "[file " + three + "]",
			`{"file":{"file_id":"f"}}`},
		{`{"type":"input_file","file_data":"AA"}`, "[file 1 bytes sha256:6e340b9cffb37a98]", ""},
		{`{"type":"input_file","file_data":"not base64"}`, "[file]", `{"file_data":"not base64"}`},
		{`{"type":"input_file","file_data":"data:x"}`, "[file]", `{"file_data":"data:x"}`},
		{`{"type":"input_file","file_data":"?","file_id":"f"}`, "[file f]", `{"file_data":"?"}`},
		{`{"type":"input_image","image_url":"https://a.example/b","detail":"auto"}`, "[image https://a.example/b]",
			`{"detail":"auto"}`},
		{`{"type":"image_url","image_url":"data:image/png;base64,AAEC"}`, "[image image/png " + three + "]", ""},
		{`{"type":"input_image","file_id":"f"}`, "[image f]", ""},
		{`{"type":"image_url","image_url":7}`, "[image]", `{"image_url":7}`},
		{`{"type":"input_audio","input_audio":{"data":"AAEC"}}`, "[audio " + three + "]", ""},
	} {
		b, err := newStore().Read(provider.Responses, []byte(`{"input":[{"role":"user","content":[`+tt.part+`]}]}`))
		if err != nil {
			t.Errorf("%v: %s", err, tt.part)
			continue
		}
		m, fields := b.Request.Messages[0], ""
		if tt.fields != "" {
			fields = `{"content":[` + tt.fields + `]}`
		}
		if m.Content() != tt.line || string(m.Fields) != fields ||
			m.Sections[0].Name != strings.TrimRight(strings.Fields(tt.line)[0][1:], "]") {
			t.Errorf("%s: %v, %s; want %s, %s", tt.part, m.Sections, m.Fields, tt.line, fields)
		}
	}
}
