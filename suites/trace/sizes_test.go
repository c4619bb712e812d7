package trace

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// Which counts apply, by the origin of the answer.
func TestWhatACountHoldsFor(t *testing.T) {
	server := pipeline.SourceOllama
	for _, tt := range []struct {
		name   string
		origin pipeline.Origin
		want   Tokens
		cut    bool // the context is said to be full
	}{
		{"fresh", pipeline.Origin{Source: server, Match: pipeline.MatchFresh}, Tokens{Prompt: 1000, Output: 70}, true},
		{"moved", pipeline.Origin{Source: server, Match: pipeline.MatchMoved}, Tokens{Prompt: 1000, Output: 70}, true},
		{"stale", pipeline.Origin{Source: server, Match: pipeline.MatchStale}, Tokens{Prompt: 2, Output: 70,
			Estimated: 2}, false},
		{"carried", pipeline.Origin{Source: server, Match: pipeline.MatchFresh, Carried: true},
			Tokens{Prompt: 2, Output: 70, Estimated: 2}, false},
		{"moved and carried", pipeline.Origin{Source: server, Match: pipeline.MatchMoved, Carried: true},
			Tokens{Prompt: 2, Output: 70, Estimated: 2}, false},
		{"imported", pipeline.Origin{Source: pipeline.SourceImported, Match: pipeline.MatchFresh},
			Tokens{Prompt: 2, Output: 70, Estimated: 2}, false},
		{"scripted", pipeline.Origin{Source: pipeline.SourceScripted}, Tokens{Prompt: 2, Output: 70, Estimated: 2},
			true},
	} {
		limit := 1000
		req := pipeline.Request{Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Text", "eight...")},
			Options: pipeline.Options{NumCtx: &limit}}
		resp := pipeline.Response{Content: "Hi.", Usage: pipeline.Usage{Prompt: 1000, Completion: 70},
			Duration: 5 * time.Millisecond, Origin: tt.origin}
		c := newCall(pipeline.Entry{Path: "turn-1/main"}, model.Exchange{Request: req, Response: resp})
		if d := cmp.Diff(tt.want, c.Tokens); d != "" || c.Estimates != (Estimates{Prompt: 2, Output: 1}) {
			t.Errorf("%s: estimates %+v, tokens (-want +got):\n%s", tt.name, c.Estimates, d)
		}
		if cut := len(c.Marks) > 0; cut != tt.cut {
			t.Errorf("%s: the context is full: %v", tt.name, cut)
		}
		if measured := c.Took() > 0; measured != (tt.want.Estimated == 0) {
			t.Errorf("%s: took %v", tt.name, c.Took())
		}
	}
}
