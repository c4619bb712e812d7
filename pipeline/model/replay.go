package model

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

// Replay answers from a recording. It consumes nothing: the same request at the same path gets the same answer, however
// often and in whatever order it comes. In this order:
//
//  1. the recording at the path, with the request's digest: fresh. An imported answer has no request: its path is
//     enough.
//  2. the first recording anywhere in the case with that digest: fresh, marked moved.
//  3. a recording at the path with another digest: stale. It answers, and everything that rests on it is marked.
//  4. nothing: Next.
//
// Requests are compared with their secrets masked and without volatile text, as recordings hold them.
type Replay struct {
	Next pipeline.Model
	Mask *secrets.Masker
	// reports whether a matching line must not answer, so that Next is asked; nil: all may, and Used is not called
	Refuse func(l *Line, match pipeline.Match) bool

	recording *Recording
	byPath    map[string][]int // lines of the wanted repeat
	byDigest  map[string]int

	mu    sync.Mutex
	lines map[string]int // by the path of the call that was answered
}

// NewReplay answers from the recording's lines of one repeat, from 1. A nil recording answers nothing.
func NewReplay(rec *Recording, repeat int, next pipeline.Model) *Replay {
	r := &Replay{Next: next, recording: rec, byPath: map[string][]int{}, byDigest: map[string]int{}}
	if rec == nil {
		return r
	}
	for i, l := range rec.Lines {
		if l.Repeat != repeat {
			continue
		}
		r.byPath[l.Path] = append(r.byPath[l.Path], i)
		if _, ok := r.byDigest[l.Digest]; !ok && l.Digest != "" {
			r.byDigest[l.Digest] = i
		}
	}
	return r
}

// Chat implements pipeline.Model.
func (r *Replay) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	if r.recording == nil {
		return r.Next.Chat(ctx, req)
	}
	masked := Masked(r.Mask, req)
	if i, match := r.find(masked); match != "" && (r.Refuse == nil || !r.Refuse(&r.recording.Lines[i], match)) {
		if r.Refuse != nil {
			r.used(req.Path, i)
		}
		return r.recording.Lines[i].answer(match)
	}
	resp, err := r.Next.Chat(ctx, req)
	if miss, ok := errors.AsType[*MissError](err); ok && miss.Want == nil {
		if l := r.nearest(masked); l != nil {
			miss.Nearest, miss.Want, miss.Got = l.Path, l.Request, masked
		}
	}
	return resp, err
}

// find returns the line that answers a request, and how the two match; no match: none does.
func (r *Replay) find(req pipeline.Request) (line int, match pipeline.Match) {
	digest := Digest(req)
	here := r.byPath[req.Path]
	for _, i := range here {
		if l := &r.recording.Lines[i]; l.Source == pipeline.SourceImported || l.Digest == digest && l.fits(req) {
			return i, pipeline.MatchFresh
		}
	}
	if i, ok := r.byDigest[digest]; ok && r.recording.Lines[i].fits(req) {
		return i, pipeline.MatchMoved
	}
	if len(here) > 0 {
		return here[0], pipeline.MatchStale
	}
	return 0, ""
}

// fits reports whether everything outside the digest is unchanged: a timeout depends on its deadline, and a prompt that
// a server was allowed to truncate is another one. An answer to a request that was edited by hand does not fit either;
// a request whose messages were removed still has its digest. req has the digest that the line names.
func (l *Line) fits(req pipeline.Request) bool {
	if l.Request == nil {
		return !l.Cuts
	}
	late := l.Failure != nil && l.Failure.Reason == pipeline.Timeout
	edited := len(l.Request.Messages) > 0 && !sameContent(*l.Request, req) && l.Edited()
	return !l.Cuts && !edited && (!late || l.Request.Timeout == 0 || l.Request.Timeout == req.Timeout)
}

// sameContent reports whether all that Digest covers is equal in two requests, which is quicker than two digests. It
// may say no of two whose digests are equal.
func sameContent(a, b pipeline.Request) bool {
	return a.Model == b.Model && a.Think == b.Think && slices.EqualFunc(a.Messages, b.Messages, sentEqual) &&
		slices.EqualFunc(a.Tools, b.Tools, func(a, b pipeline.Tool) bool {
			return a.Name == b.Name && a.Description == b.Description && bytes.Equal(a.Parameters, b.Parameters)
		}) && bytes.Equal(a.Format, b.Format) && bytes.Equal(a.Parameters, b.Parameters) &&
		bytes.Equal(appendOptions(nil, a.Options), appendOptions(nil, b.Options))
}

// Edited reports whether the line's request does not have the digest that the line names.
func (l *Line) Edited() bool {
	return l.Request != nil && l.CarriedFrom == "" && Digest(*l.Request) != l.Digest
}

// used notes which line answers a call.
func (r *Replay) used(path string, line int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lines == nil {
		r.lines = map[string]int{}
	}
	r.lines[path] = line
}

// Instead answers with the recording's line for a call, although Refuse rejected it; ok is false if there is none.
func (r *Replay) Instead(req pipeline.Request) (resp pipeline.Response, err error, ok bool) {
	i, match := r.find(Masked(r.Mask, req))
	if match == "" {
		return resp, nil, false
	}
	r.used(req.Path, i)
	resp, err = r.recording.Lines[i].answer(match)
	return resp, err, true
}

// Used returns the index of the line that answered the call at a path.
func (r *Replay) Used(path string) (line int, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	line, ok = r.lines[path]
	return line, ok
}

func (l *Line) answer(match pipeline.Match) (pipeline.Response, error) {
	resp := l.Response
	resp.Origin = pipeline.Origin{Source: l.Source, Match: match, From: l.From, Model: l.Model,
		Carried: l.CarriedFrom != "", ModelDigest: l.ModelDigest, Context: l.Context, Server: l.Server, At: l.At}
	if match == pipeline.MatchMoved {
		resp.Origin.From = l.Path
	}
	if l.Failure != nil {
		return resp, l.Failure
	}
	return resp, nil
}

// nearest returns the recorded request of the stage that shares the most messages with req, the first among equals.
func (r *Replay) nearest(req pipeline.Request) *Line {
	var best *Line
	most := -1
	for i := range r.recording.Lines {
		l := &r.recording.Lines[i]
		if l.Request == nil || l.Request.Stage != req.Stage {
			continue
		}
		if n := sharedMessages(*l.Request, req); n > most {
			best, most = l, n
		}
	}
	return best
}

func sharedMessages(a, b pipeline.Request) int {
	n := 0
	for _, m := range a.Messages {
		for _, o := range b.Messages {
			if sentEqual(m, o) {
				n++
				break
			}
		}
	}
	return n
}
