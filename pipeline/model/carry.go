package model

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Carry returns the recording in which stale answers to requests answer exactly these requests, and the number of such
// answers. A request without a stale answer changes nothing. Requests are masked; needed reports whether another call
// needs the answer to the request with a digest: its line then stays, and the kept answer is a new line after it. Lines
// keep their order.
//
// Each carried line names the request that the model has really seen, however often it is carried on. When that request
// comes back, the line is the recorded one again, and no longer carried.
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

// samplesOf returns line i and the other answers to its request at its path, one for each repeat.
func (r *Recording) samplesOf(i int) []Line {
	var all []Line
	for _, at := range r.samples(i) {
		all = append(all, r.Lines[at])
	}
	return all
}

// samples returns the lines with answers to the request of line i at its path, including i: one for each repeat.
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

// carriedTo returns the line as an answer to another request.
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
