package model

import (
	"strings"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Arrived answers requests that have no path yet from a recording. Requests are masked, as recordings hold them. The
// same request gets the lines that were recorded of it one after the other, and then the last one again: which of
// several is which does not matter, since nothing tells them apart.
type Arrived struct {
	recording *Recording
	byDigest  map[string][]int

	mu   sync.Mutex
	seen map[string]int // by digest
}

// NewArrived looks answers up among the first answers of a recording; a nil one has none.
func NewArrived(rec *Recording) *Arrived {
	a := &Arrived{recording: rec, byDigest: map[string][]int{}, seen: map[string]int{}}
	if rec == nil {
		a.recording = &Recording{}
	}
	for i, l := range a.recording.Lines {
		if l.Repeat == 1 && l.Digest != "" {
			a.byDigest[l.Digest] = append(a.byDigest[l.Digest], i)
		}
	}
	return a
}

// Same answers a request that was recorded, in the turn at place or elsewhere; ok is false for any other one.
func (a *Arrived) Same(place string, req pipeline.Request) (resp pipeline.Response, err error, ok bool) {
	digest := Digest(req)
	var lines []int
	for _, i := range a.byDigest[digest] {
		if a.recording.Lines[i].fits(req) {
			lines = append(lines, i)
		}
	}
	if len(lines) == 0 {
		return resp, nil, false
	}
	a.mu.Lock()
	n := a.seen[digest]
	a.seen[digest]++
	a.mu.Unlock()
	l := &a.recording.Lines[lines[min(n, len(lines)-1)]]
	match := pipeline.MatchMoved
	if strings.HasPrefix(l.Path, place+"/") {
		match = pipeline.MatchFresh
	}
	resp, err = l.answer(match)
	return resp, err, true
}

// Stale answers a request that has changed since it was recorded: as the call with its leaf, where that is known, else
// as the call of its stage in this turn that shares most messages with it.
func (a *Arrived) Stale(place, leaf string, req pipeline.Request) (resp pipeline.Response, err error, ok bool) {
	var best *Line
	most := -1
	for i := range a.recording.Lines {
		l := &a.recording.Lines[i]
		if l.Repeat != 1 || !strings.HasPrefix(l.Path, place+"/") {
			continue
		}
		if leaf != "" && l.Path == place+"/"+leaf {
			best = l
			break
		}
		if leaf == "" && l.Request != nil && l.Request.Stage == req.Stage {
			if n := sharedMessages(*l.Request, req); n > most {
				best, most = l, n
			}
		}
	}
	if best == nil {
		return resp, nil, false
	}
	resp, err = best.answer(pipeline.MatchStale)
	return resp, err, true
}
