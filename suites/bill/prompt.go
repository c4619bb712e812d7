package bill

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// prompt is one request as a list of blocks.
type prompt struct {
	req    *pipeline.Request
	blocks []block
	said   said
	marked int // tokens up to the last mark
}

func newPrompt(req *pipeline.Request) *prompt {
	return &prompt{req: req, blocks: blocksOf(req), said: saidIn(req)}
}

// marks reports whether a prompt may mark anything.
func (p *prompt) marks() bool {
	if strings.Contains(string(p.req.Parameters), markKey) {
		return true
	}
	for i := range p.req.Messages {
		if strings.Contains(string(p.req.Messages[i].Fields), markKey) {
			return true
		}
	}
	return false
}

// sharedTokens returns how many tokens of a's beginning b has too.
func sharedTokens(e estimates, a, b []block) int {
	n := 0
	for i := range a[:min(len(a), len(b))] {
		shared, order := a[i].compare(&b[i])
		if order == 0 {
			n += a[i].tokens(e, shared)
			continue
		}
		if shared > 0 {
			n += a[i].tokens(e, shared)
		}
		break
	}
	return n
}
