package model

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Carry is the recording in which the stale answers of requests are answers to just these, and how many answers that
// are. A request that no stale answer answers changes nothing. Requests have masks for their secrets; needed reports
// whether another call needs the answer to the request with a digest: its line then stays, and the kept answer is a
// line of its own behind it. Lines keep their order.
//
// Each line that was carried names the request that the model has really seen, however often it is carried on. Where
// that request is back, the line is what was recorded, and carried no more.
func (r *Recording) Carry(requests []pipeline.Request, needed func(digest string) bool) (carried *Recording, n int) {
	to := map[int]pipeline.Request{} // by line
	lookup := NewReplay(r, 1, nil)
	for _, req := range requests {
		i, match := lookup.find(req)
		if match != pipeline.MatchStale {
			continue
		}
		req.Declared = nil
		for _, at := range r.samples(i) {
			to[at] = req
		}
	}
	carried = &Recording{Case: r.Case, Lines: make([]Line, 0, len(r.Lines)+len(to))}
	for i, l := range r.Lines {
		req, kept := to[i]
		if !kept || needed(l.Digest) {
			carried.Lines = append(carried.Lines, l)
		}
		if kept {
			carried.Lines = append(carried.Lines, l.carriedTo(req))
		}
	}
	return carried, len(to)
}

// samplesOf are the line i and the other answers to its request at its path, one for each repeat.
func (r *Recording) samplesOf(i int) []Line {
	var all []Line
	for _, at := range r.samples(i) {
		all = append(all, r.Lines[at])
	}
	return all
}

// samples are the lines that hold an answer to the request of line i at its path, i among them: one for each repeat.
func (r *Recording) samples(i int) []int {
	of, repeats := &r.Lines[i], []int(nil)
	var all []int
	for n := range r.Lines {
		l := &r.Lines[n]
		if l.Path == of.Path && l.Digest == of.Digest && !slices.Contains(repeats, l.Repeat) {
			all, repeats = append(all, n), append(repeats, l.Repeat)
		}
	}
	return all
}

// carriedTo is the line as an answer to another request.
func (l Line) carriedTo(req pipeline.Request) Line {
	if l.CarriedFrom == "" {
		l.CarriedFrom = l.Digest
	}
	l.Digest, l.Request = Digest(req), &req
	if l.CarriedFrom == l.Digest {
		l.CarriedFrom = ""
	}
	return l
}
