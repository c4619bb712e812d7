package runner

import (
	"context"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
)

// ToolFault gives bad results to the tool calls of some model calls of a run, and leaves all others alone.
type ToolFault struct {
	How string // as a fault.Fault's Tool

	mu    sync.Mutex
	calls map[string]bool              // whose tools break, by path
	said  map[string]pipeline.Response // the repeated answer, by loop
	broke bool
}

// Asked receives each call with its answer; fits reports whether the call's tools break. If again, the call gets an
// earlier answer, so that it makes the same tool calls once more.
func (t *ToolFault) Asked(req pipeline.Request, was pipeline.Response, fits bool) (said pipeline.Response, again bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.calls == nil {
		t.calls, t.said = map[string]bool{}, map[string]pipeline.Response{}
	}
	said, again = t.said[loop(req)]
	t.calls[req.Path] = fits || again
	if fits && !again && t.How == fault.ToolRepeats && len(was.ToolCalls) > 0 {
		t.said[loop(req)] = was
	}
	return said, again
}

// loop names the calls of a stage in one place.
func loop(req pipeline.Request) string { return path.Dir(req.Path) + " " + req.Stage }

// Broke reports whether a result was broken.
func (t *ToolFault) Broke() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.broke
}

// Tools puts the fault before tools.
func (t *ToolFault) Tools(next pipeline.Tools) pipeline.Tools { return brokenTools{t, next} }

// breaks reports whether a tool call's result breaks, and records it.
func (t *ToolFault) breaks(call string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for asker := path.Dir(call); asker != "."; asker = path.Dir(asker) {
		if t.calls[asker] {
			t.broke = true
			return true
		}
	}
	return false
}

type brokenTools struct {
	of   *ToolFault
	next pipeline.Tools
}

// aDay is later than any deadline.
const aDay = 24 * time.Hour

// Call implements pipeline.Tools.
func (t brokenTools) Call(
	ctx context.Context, path string, forms []pipeline.ToolCall,
) (pipeline.ToolResult, bool, error) {
	res, ok, err := t.next.Call(ctx, path, forms)
	if err != nil || !t.of.breaks(path) {
		return res, ok, err
	}
	switch t.of.How {
	case fault.ToolFails, fault.ToolRepeats:
		res = pipeline.ToolResult{Content: "the tool is broken", Failed: true, Takes: res.Takes}
	case fault.ToolIsLate:
		res.Takes += aDay
	case fault.ToolIsLarge:
		res = pipeline.ToolResult{Content: strings.Repeat("x", fault.LargeResult), Takes: res.Takes}
	}
	return res, true, nil
}
