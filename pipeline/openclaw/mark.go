package openclaw

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/systemprompt"
)

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
