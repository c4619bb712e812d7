package model

import (
	"strings"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Arrived answers requests that have no path yet from a recording. Requests are masked, as recordings hold them. Equal
// requests get their recorded lines in order, and then the last one again: which request gets which line does not
// matter, since the requests are indistinguishable.
type Arrived struct {
	// reports whether a matching line must not answer; nil: all may
	Refuse func(l *Line, match pipeline.Match) bool

	recording *Recording
	byDigest  map[string][]int

	mu       sync.Mutex
	seen     map[string]int   // by digest
	answered map[string][]int // lines, by the digest of the request that they answered, until it has a name
	used     map[string]int   // by path
}

// NewArrived answers from the first samples of a recording; a nil one has none.
func NewArrived(rec *Recording) *Arrived {
	a := &Arrived{
		recording: rec, byDigest: map[string][]int{}, seen: map[string]int{}, answered: map[string][]int{},
		used: map[string]int{},
	}
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

// Same answers a request that was recorded, in the turn at place or elsewhere; ok is false for any other.
func (a *Arrived) Same(place string, req pipeline.Request) (resp pipeline.Response, err error, ok bool) {
	digest := Digest(req)
	var lines []int
	for _, i := range a.byDigest[digest] {
		if l := &a.recording.Lines[i]; l.fits(req) && !a.refuses(l, l.matchAt(place)) {
			lines = append(lines, i)
		}
	}
	if len(lines) == 0 {
		return resp, nil, false
	}
	a.mu.Lock()
	n := a.seen[digest]
	a.seen[digest]++
	line := lines[min(n, len(lines)-1)]
	a.answered[digest] = append(a.answered[digest], line)
	a.mu.Unlock()
	l := &a.recording.Lines[line]
	resp, err = l.answer(l.matchAt(place))
	return resp, err, true
}

// matchAt returns how the line answers its own request in the turn at place.
func (l *Line) matchAt(place string) pipeline.Match {
	if strings.HasPrefix(l.Path, place+"/") {
		return pipeline.MatchFresh
	}
	return pipeline.MatchMoved
}

func (a *Arrived) refuses(l *Line, match pipeline.Match) bool {
	return a.Refuse != nil && a.Refuse(l, match)
}

// Stale answers a request that has changed since it was recorded: as the call with its leaf if known, else as the call
// of its stage in this turn that shares the most messages with it.
func (a *Arrived) Stale(place, leaf string, req pipeline.Request) (resp pipeline.Response, err error, ok bool) {
	best, most := -1, -1
	for i := range a.recording.Lines {
		l := &a.recording.Lines[i]
		if l.Repeat != 1 || !strings.HasPrefix(l.Path, place+"/") {
			continue
		}
		if leaf != "" && l.Path == place+"/"+leaf {
			best = i
			break
		}
		if leaf == "" && l.Request != nil && l.Request.Stage == req.Stage {
			if n := sharedMessages(*l.Request, req); n > most {
				best, most = i, n
			}
		}
	}
	if best < 0 || a.refuses(&a.recording.Lines[best], pipeline.MatchStale) {
		return resp, nil, false
	}
	digest := Digest(req)
	a.mu.Lock()
	a.answered[digest] = append(a.answered[digest], best)
	a.mu.Unlock()
	resp, err = a.recording.Lines[best].answer(pipeline.MatchStale)
	return resp, err, true
}

// Named notes the path of a request, once it has one, and the origin of its answer. Of requests with one digest it does
// not matter which is which.
func (a *Arrived) Named(req pipeline.Request, origin pipeline.Origin) {
	switch origin.Match {
	case pipeline.MatchFresh, pipeline.MatchMoved, pipeline.MatchStale:
	default:
		return
	}
	digest := Digest(req)
	a.mu.Lock()
	defer a.mu.Unlock()
	if lines := a.answered[digest]; len(lines) > 0 {
		a.used[req.Path], a.answered[digest] = lines[0], lines[1:]
	}
}

// Used implements Using.
func (a *Arrived) Used(path string) (line int, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	line, ok = a.used[path]
	return line, ok
}
