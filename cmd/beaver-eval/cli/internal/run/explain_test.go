package run_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/run"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

func request(text string) pipeline.Request {
	return pipeline.Request{Path: "turn-1/main-1", Stage: "main", Model: "m:latest", Messages: []pipeline.Message{
		pipeline.Text(pipeline.RoleSystem, "Content", "Be short.\n"), pipeline.Text(pipeline.RoleUser, "Content", text),
	}}
}

// A miss names the nearest recording, the words and settings that differ from it, and the lines that would answer it.
func TestLinesOfAMiss(t *testing.T) {
	want, got := request("Keep the blue tool.\nand 修理门\nAll this\n"), request("Keep the red tool.\nand 修理窗\nNothing\n")
	size := 8192
	want.Path, got.Model, got.Options.NumCtx, got.Think = "turn-3/main-2", "m", &size, "high"
	miss := &runner.UnansweredError{File: "fixtures/conversations/a.yaml", Line: 7, Key: "main-1", Example: "ok",
		MissError: &model.MissError{Path: got.Path, Nearest: want.Path, Want: &want, Got: got}}
	const text = `compared with the recording of turn-3/main-2:
turn-1/main-1 · message 2 (user) · section "content"
@@ -1,3 +1,3 @@
-Keep the [-blue-] tool.
-and 修理[-门-]
-All this
+Keep the {+red+} tool.
+and 修理{+窗+}
+Nothing
options:
-{}
+{"num_ctx":8192}
think:
-""
+"high"
` + "`beaver-eval record --missing`" + ` asks a server
to answer it by hand, add to fixtures/conversations/a.yaml:7, in turn 1:
  answers:
    main-1: "ok"
`
	if d := cmp.Diff(text, run.Explained(miss)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}
