package openclaw

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/systemprompt"
)

// heartbeatFile is the file that a heartbeat reads.
const heartbeatFile = "HEARTBEAT.md"

// heartbeat asks whether anything needs attention (O-22). With an empty file no call is made.
func (t *turn) heartbeat(rt *pipeline.Runtime) (pipeline.Outcome, error) {
	if text, err := t.files.read(heartbeatFile); err == nil && systemprompt.EmptyHeartbeatFile(text.String()) {
		rt.Event("heartbeat", map[string]string{"skipped": heartbeatFile + " is empty"})
		return pipeline.Outcome{Status: pipeline.StatusDone}, nil
	}
	ask, err := t.heartbeatPrompt()
	if err != nil {
		return pipeline.Outcome{}, err
	}
	return t.run(rt, t.main, incoming{kind: kindHeartbeat, text: t.marked(ask)})
}

// marked returns a message of the system itself with its mark (O-20); the program omits the mark.
func (t *turn) marked(text pipeline.Pieces) pipeline.Pieces {
	if t.block.program() {
		return text
	}
	own := jstext.Trim(text.String())
	at := strings.Index(text.String(), own)
	mark := strings.TrimSuffix(systemprompt.Mark(own), own)
	return pipeline.JoinPieces(code.Of(mark), text.Cut(at, at+len(own)))
}
