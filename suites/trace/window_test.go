package trace

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// The window is the smaller of the request's and the model's.
func TestWindow(t *testing.T) {
	n := 8192
	for _, tt := range []struct {
		numCtx     *int
		made, want int
	}{{nil, 0, 0}, {nil, 2048, 0}, {&n, 0, 8192}, {&n, 2048, 2048}, {&n, 32768, 8192}} {
		c := &Call{Origin: pipeline.Origin{Context: tt.made}}
		c.Request.Options.NumCtx = tt.numCtx
		if got := c.Window(); got != tt.want {
			t.Errorf("num_ctx %v, made for %d: %d, want %d", tt.numCtx, tt.made, got, tt.want)
		}
	}
}
