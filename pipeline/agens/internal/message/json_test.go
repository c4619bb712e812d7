package message_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/agens/internal/message"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// G4: compact JSON as the original's encoder spells it.
func TestJSONG4(t *testing.T) {
	for name, tt := range map[string]struct {
		value any
		want  string
	}{
		"keys are sorted, by their bytes": {map[string]any{"b": true, "a": nil, "B": false, "é": "x"},
			`{"B":false,"a":null,"b":true,"é":"x"}`},
		"numbers stay as they are written": {[]any{json.Number("1.50"), json.Number("-0"), json.Number("1E+2")},
			`[1.50,-0,1E+2]`},
		"nothing but quotes, backslashes and controls is escaped": {"</a>&\u2028'\"\\\u007f",
			"\"</a>&\u2028'\\\"\\\\\u007f\""},
		"short forms, then upper-case digits": {"\b\t\n\f\r\x00\x0b\x1f", `"\b\t\n\f\r\u0000\u000B\u001F"`},
		"no UTF-8":                            {"a\xffb", "\"a\uFFFDb\""},
		"empty ones":                          {[]any{map[string]any{}, []any{}, ""}, `[{},[],""]`},
		"keys are escaped too":                {map[string]any{"a\"\n": "x"}, `{"a\"\n":"x"}`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := message.JSON(tt.value).String(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// A spelled value reads back unchanged, and contains no line break.
func TestJSONIsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, key := rapid.String().Draw(t, "text"), rapid.String().Draw(t, "key")
		value := map[string]any{key: []any{text, true, json.Number("3"), nil}}
		got := message.JSON(value).String()
		back, err := jsonvalue.Parse([]byte(got))
		if err != nil || utf8.ValidString(text+key) && !cmp.Equal(back, any(value)) {
			t.Fatalf("%q reads as %v, %v", got, back, err)
		}
		if strings.ContainsAny(got, "\n\r") {
			t.Fatalf("%q is more than one line", got)
		}
	})
}

// Each part of a value keeps its source, and the text around it has that of the whole.
func TestJSONSources(t *testing.T) {
	tool := pipeline.TextSource{Kind: pipeline.TextTool, Name: "t"}
	answer := pipeline.TextSource{Kind: pipeline.TextAnswer}
	got := message.JSON(map[string]any{
		"a": message.Sourced{Value: map[string]any{"x": "1"}, Source: tool},
		"b": []any{message.Sourced{Value: "2", Source: answer}, "3"},
	})
	code := pipeline.TextSource{Kind: pipeline.TextCode}
	want := pipeline.Pieces{
		{Text: `{"a":`, Source: code}, {Text: `{"x":"1"}`, Source: tool}, {Text: `,"b":[`, Source: code},
		{Text: `"2"`, Source: answer}, {Text: `,"3"]}`, Source: code},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
