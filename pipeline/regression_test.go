package pipeline_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Own: "Its error is a tool error, unless it is one of the Runtime's that ends the case." A panic of a place below is
// one.
func TestPanicBelowAToolEndsTheCase(t *testing.T) {
	root := new(model).root()
	res, err := root.Tool(t.Context(), pipeline.ToolCall{Name: "helper"},
		func(_ context.Context, rt *pipeline.Runtime, _ pipeline.ToolCall) (string, error) {
			agents := []*pipeline.Runtime{rt.At("agent", "a")}
			return "", rt.Together(agents, func(int, *pipeline.Runtime) error { panic("boom") })
		})
	if _, ok := errors.AsType[*pipeline.PanicError](err); !ok {
		t.Errorf("%v, result %v; want the panic", err, res)
	}
}

// Request.Timeout: "set by the Runtime; 0: without limit".
func TestTimeoutIsTheRuntimesToSet(t *testing.T) {
	m := new(model)
	if _, err := m.root().Chat(t.Context(), pipeline.Request{Stage: "main", Timeout: time.Hour}); err != nil {
		t.Fatal(err)
	}
	if got := m.seen[0].Timeout; got != 0 {
		t.Errorf("the model is told %v without any deadline", got)
	}
}

func TestToolsAndFormatAreCopied(t *testing.T) {
	m := new(model)
	tools := []pipeline.Tool{{Name: "read", Parameters: []byte("{}")}, {Name: "write"}}
	format := []byte(`"json"`)
	if _, err := m.root().Chat(t.Context(), pipeline.Request{Stage: "main", Tools: tools, Format: format}); err != nil {
		t.Fatal(err)
	}
	tools[0] = tools[1]
	format[1] = 'X'
	if got := m.seen[0].Tools[0].Name; got != "read" {
		t.Errorf("the kept request now offers %q", got)
	}
	if got := string(m.seen[0].Format); got != `"json"` {
		t.Errorf("the kept request now has the format %s", got)
	}
}

// An executor that uses tools in the tool's own place: its nested call and the next call have one position.
func TestNestedToolCallsHavePositionsOfTheirOwn(t *testing.T) {
	tools := &results{}
	root := pipeline.NewRuntime(&pipeline.Env{Model: new(model), Tools: tools}, start)
	ask(t, root, "main-1")
	nested := func(ctx context.Context, rt *pipeline.Runtime, _ pipeline.ToolCall) (string, error) {
		res, err := rt.Tool(ctx, pipeline.ToolCall{Name: "inner"}, nil)
		return res.Content, err
	}
	for _, own := range []pipeline.Own{nested, nil} {
		if _, err := root.Tool(t.Context(), pipeline.ToolCall{Name: "outer"}, own); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]bool{}
	for _, p := range tools.asked {
		if seen[p] {
			t.Errorf("two tool calls at %s: %v", p, cmp.Diff(nil, tools.asked))
		}
		seen[p] = true
	}
}

func TestEmbedErrorNamesThePlace(t *testing.T) {
	root := embedding(func([]string) ([][]float32, error) { return nil, errMiss })
	_, err := root.At("turn-1", "").Embed(t.Context(), []string{"a"})
	if err == nil || !strings.HasPrefix(err.Error(), "turn-1") {
		t.Errorf("%v", err)
	}
}

func TestToolErrorNamesThePosition(t *testing.T) {
	root := pipeline.NewRuntime(&pipeline.Env{Tools: &results{err: errMiss}}, start)
	_, err := root.At("turn-1", "").Tool(t.Context(), pipeline.ToolCall{Name: "a"}, nil)
	if err == nil || !strings.HasPrefix(err.Error(), "turn-1") {
		t.Errorf("%v", err)
	}
}

func TestCancellationNamesThePlace(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := new(model).root().At("turn-1", "").Chat(ctx, pipeline.Request{Stage: "main"})
	if err == nil || !strings.HasPrefix(err.Error(), "turn-1") {
		t.Errorf("%v", err)
	}
}

func TestDepthErrorNamesTheCall(t *testing.T) {
	root := pipeline.NewRuntime(&pipeline.Env{Model: new(model), MaxDepth: 1}, start).At("turn-1", "")
	ask(t, root, "one")
	_, err := root.Chat(t.Context(), pipeline.Request{Stage: "two"})
	if err == nil || !strings.HasPrefix(err.Error(), "turn-1") {
		t.Errorf("%v", err)
	}
}

// A panic in Tools.Call leaves the place claimed forever.
type panicky struct{}

func (panicky) Call(context.Context, string, []pipeline.ToolCall) (pipeline.ToolResult, bool, error) {
	panic("decoder")
}

func TestPanicInToolsLeavesThePlaceFree(t *testing.T) {
	root := pipeline.NewRuntime(&pipeline.Env{Tools: panicky{}}, start)
	node := root.At("node", "")
	_ = pipeline.Together([]*pipeline.Runtime{node}, func(int, *pipeline.Runtime) error {
		_, err := node.Tool(t.Context(), pipeline.ToolCall{}, nil)
		return err
	})
	node.Event("after", nil)
}
