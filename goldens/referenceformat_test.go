package goldens

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// answered returns a file whose calls have these formats.
func answered(formats ...string) *File {
	f := &File{Suite: "s", Case: "c"}
	for i, format := range formats {
		f.Calls = append(f.Calls, Call{
			Path: "turn-1/main-" + string(rune('1'+i)), Stage: "main", Format: []byte(format),
			Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Content", "Hi.")},
		})
	}
	return f
}

// A long format is in a file once: calls after the first one refer to it, in version 2.
func TestFormatsAreReferredTo(t *testing.T) {
	long := `{"description":"` + strings.Repeat("x", 200) + `","type":"object"}`
	f := answered(long, `"json"`, long, `"json"`, long)
	text := mustAppend(t, f)
	if n := bytes.Count(text, []byte("    format_as: turn-1/main-1\n")); n != 2 ||
		bytes.Count(text, []byte(`"type": "object"`)) != 1 || bytes.Count(text, []byte("format: \"json\"")) != 2 {
		t.Errorf("%d references:\n%s", n, text)
	}
	got, err := Read("x.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(f.Calls, got.Calls); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	f.Version = 1
	if bytes.Contains(mustAppend(t, f), []byte("format_as")) {
		t.Error("a reference in version 1")
	}
	for old, want := range map[string][2]string{
		"golden: 2":                    {"golden: 1", `"format_as" in a golden of version 1: references begin with version 2`},
		"format_as: turn-1/main-1\n":   {"format_as: turn-1/main-9\n", `format_as: refers to "turn-1/main-9", which is not an`},
		"    format_as: turn-1/main-1": {"    format: \"json\"\n    format_as: turn-1/main-1", `both "format" and "format_as"`},
		"format: \"json\"":             {"format_as: turn-1/main-2", `format_as: refers to "turn-1/main-2", which is not an`},
	} {
		broken := strings.Replace(string(text), old, want[0], 1)
		if _, err := Read("x.yaml", []byte(broken)); err == nil || !strings.Contains(err.Error(), want[1]) {
			t.Errorf("%q: %v, want %q", want[0], err, want[1])
		}
	}
	none := strings.Replace(string(text), "    format_as: turn-1/main-1", "    format_as: turn-1/main-2", 1)
	none = strings.Replace(none, "    format: \"json\"\n", "", 1)
	if _, err := Read("x.yaml", []byte(none)); err == nil ||
		!strings.Contains(err.Error(), "format_as: turn-1/main-2 has no format") {
		t.Errorf("a call without a format: %v", err)
	}
}
