package openclaw

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/systemprompt"
)

// heartbeat asks whether anything needs attention (O-22). With an empty file no call is made.
func (t *turn) heartbeat(rt *pipeline.Runtime) (pipeline.Outcome, error) {
	if text, err := t.files.read(heartbeatFile); err == nil && systemprompt.EmptyHeartbeatFile(text.String()) {
		rt.Event("heartbeat", map[string]string{"skipped": heartbeatFile + " is empty"})
		return pipeline.Outcome{Status: pipeline.StatusDone}, nil
	}
	ask, err := t.heartbeatPrompt(t.mode(t.main, kindHeartbeat))
	if err != nil {
		return pipeline.Outcome{}, err
	}
	return t.run(rt, t.main, incoming{kind: kindHeartbeat, text: t.marked(ask)})
}
