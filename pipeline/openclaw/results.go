package openclaw

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/history"
)

// maxResult is the maximum length of a tool result once the context is full, in UTF-16 units.
const maxResult = 2000

func isLongResult(m pipeline.Message) bool {
	return m.Role == pipeline.RoleTool && jstext.Len(m.Content()) > maxResult
}

// taken returns the tool message of a result as the session keeps it. One that would take half of the window by itself
// is cut in advance, to a quarter of the window in any script: no compaction could make room for it (O-31, O-37).
func (r *run) taken(m pipeline.Message) pipeline.Message {
	delete(r.now.whole, m.ToolCallID) // of an older call, which a compaction has removed
	if !history.Oversized(r.estimate()(history.Of([]pipeline.Message{m})[0]), r.window()) {
		return m
	}
	return r.shortResult(m, r.window()/4)
}

// shortResult cuts a result to so many UTF-16 units and a mark: seven tenths of them are its beginning, two its end.
// One that was cut before is cut anew, so that the mark says how much of the whole is gone.
func (r *run) shortResult(m pipeline.Message, most int) pipeline.Message {
	if whole, cut := r.now.whole[m.ToolCallID]; cut {
		m = whole
	}
	r.now.whole[m.ToolCallID] = m
	text, pieces := m.Content(), m.Pieces()
	head, tail := jstext.Head(text, most*7/10), jstext.Tail(text, most*2/10)
	mark := fmt.Sprintf("\n[… %d characters left out, since the context has no room for them …]\n",
		jstext.Len(text)-jstext.Len(head)-jstext.Len(tail))
	short := pipeline.JoinPieces(pieces.Cut(0, len(head)), code.Of(mark), pieces.Cut(len(text)-len(tail), len(text)))
	m.Sections = []pipeline.Section{pipeline.NewSection(m.Sections[0].Name, short)}
	return m
}
