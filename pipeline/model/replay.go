package model

import (
	"context"
	"errors"

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
// Requests are compared with masks for their secrets, as recordings hold them.
type Replay struct {
	Next pipeline.Model
	Mask *secrets.Masker

	recording *Recording
	byPath    map[string][]int // lines of the wanted repeat
	byDigest  map[string]int
}

// NewReplay looks answers up among the recording's lines of one repeat, from 1. A nil recording answers nothing.
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
	if i, match := r.find(masked); match != "" {
		return r.recording.Lines[i].answer(match)
	}
	resp, err := r.Next.Chat(ctx, req)
	if miss, ok := errors.AsType[*MissError](err); ok && miss.Want == nil {
		if l := r.nearest(masked); l != nil {
			miss.Nearest, miss.Want = l.Path, l.Request
		}
	}
	return resp, err
}

// find is the line that answers a request, and how the two fit; no match: none does.
func (r *Replay) find(req pipeline.Request) (line int, match pipeline.Match) {
	digest := Digest(req)
	here := r.byPath[req.Path]
	for _, i := range here {
		if l := &r.recording.Lines[i]; l.Digest == digest || l.Source == pipeline.SourceImported {
			return i, pipeline.MatchFresh
		}
	}
	if i, ok := r.byDigest[digest]; ok {
		return i, pipeline.MatchMoved
	}
	if len(here) > 0 {
		return here[0], pipeline.MatchStale
	}
	return 0, ""
}

func (l *Line) answer(match pipeline.Match) (pipeline.Response, error) {
	resp := l.Response
	resp.Origin = pipeline.Origin{Source: l.Source, Match: match, From: l.From, Model: l.Model,
		Carried: l.CarriedFrom != ""}
	if match == pipeline.MatchMoved {
		resp.Origin.From = l.Path
	}
	if l.Failure != nil {
		return resp, l.Failure
	}
	return resp, nil
}

// nearest is the recorded request of the same stage that shares most messages with req, the first among equals.
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
