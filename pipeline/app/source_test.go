package app

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Messages from before the case are the program's, also if they are the same as the case's own.
func TestSources(t *testing.T) {
	type kinds = []pipeline.TextKind
	const code, ofCase, answer, tool = pipeline.TextCode, pipeline.TextCase, pipeline.TextAnswer, pipeline.TextTool
	for name, tt := range map[string]struct {
		given int // answers so far
		roles []string
		want  kinds
	}{
		"first":  {0, []string{"system", "user"}, kinds{code, ofCase}},
		"second": {1, []string{"system", "user", "assistant", "user"}, kinds{code, ofCase, answer, ofCase}},
		"kept":   {0, []string{"system", "user", "assistant", "user"}, kinds{code, code, code, ofCase}},
		"both": {
			1, []string{"user", "assistant", "user", "assistant", "user"}, kinds{code, code, ofCase, answer, ofCase},
		},
		"result": {1, []string{"user", "assistant", "tool"}, kinds{ofCase, answer, tool}},
		"old tool": {
			0, []string{"user", "assistant", "tool", "assistant", "user"}, kinds{code, code, code, code, ofCase},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSession(&Block{}, nil)
			s.heard(pipeline.Input{Text: "Hello", Source: pipeline.CaseText("turns[0].user")})
			for range tt.given {
				s.gave(pipeline.Response{Content: "Hello"})
			}
			var messages []pipeline.Message
			for _, role := range tt.roles {
				messages = append(messages, pipeline.Text(role, "Content", "Hello"))
			}
			s.sources("chat", messages)
			var got kinds
			for _, m := range messages {
				got = append(got, m.Sections[0].Pieces().Source().Kind)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}
