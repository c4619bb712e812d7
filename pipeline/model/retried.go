package model

import (
	"slices"
	"strconv"
	"strings"
)

// Retried drops the recorded tries that the server rejected, or answered in part, and that the client repeated with
// success: the answer to the last try becomes that to the first. A replay needs no such retry. paths are those of all
// calls; dropped are those of the dropped tries, and lost is a try without an answer and without a successful retry.
func (r *Recorder) Retried(paths []string) (dropped []string, lost *Line) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, path := range paths {
		l, ok := r.lines[path]
		if !ok || !l.unanswered() {
			continue
		}
		if !r.answeredBehind(path, paths) {
			return dropped, &l
		}
		delete(r.lines, path)
		dropped = append(dropped, path)
	}
	for _, path := range dropped {
		r.moveUp(path, paths)
	}
	return dropped, nil
}

// unanswered reports whether the server gave no answer, or a part of one.
func (l *Line) unanswered() bool {
	return l.Failure != nil && l.Failure.Unanswered()
}

// answeredBehind reports whether a later try of the call at path got an answer.
func (r *Recorder) answeredBehind(path string, paths []string) bool {
	call, try := cutTry(path)
	return slices.ContainsFunc(paths, func(other string) bool {
		l, ok := r.lines[other]
		of, n := cutTry(other)
		return ok && of == call && n > try && !l.unanswered()
	})
}

// moveUp gives the first recorded try after path that name, if no try has it.
func (r *Recorder) moveUp(path string, paths []string) {
	call, try := cutTry(path)
	for _, other := range paths {
		l, ok := r.lines[other]
		if of, n := cutTry(other); !ok || of != call || n < try {
			continue
		}
		delete(r.lines, other)
		req := *l.Request
		l.Path, req.Path = path, path
		l.Request = &req
		r.lines[path] = l
		return
	}
}

// cutTry splits a call's path from the number of the try, which defaults to 1.
func cutTry(path string) (call string, try int) {
	call, number, _ := strings.Cut(path, "#")
	if n, err := strconv.Atoi(number); err == nil {
		return call, n
	}
	return call, 1
}
