package model

import (
	"slices"
	"strconv"
	"strings"
)

// Retried drops what was recorded of tries that the server has turned away, or answered in part, and that the client
// has made again with success: the answer to the last try is that to the first one then. A replay needs no such try.
// paths are those of all calls; dropped are those of the tries that count no more, and lost is a try without an answer
// that nothing has made good.
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

// answeredBehind reports whether a later try of the call at path has got an answer.
func (r *Recorder) answeredBehind(path string, paths []string) bool {
	call, try := cutTry(path)
	return slices.ContainsFunc(paths, func(other string) bool {
		l, ok := r.lines[other]
		of, n := cutTry(other)
		return ok && of == call && n > try && !l.unanswered()
	})
}

// moveUp gives the first try of a call that was recorded behind path the name path, if no try has it.
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

// cutTry is the path of a call without the number of the try, which is 1 where it has none.
func cutTry(path string) (call string, try int) {
	call, number, _ := strings.Cut(path, "#")
	if n, err := strconv.Atoi(number); err == nil {
		return call, n
	}
	return call, 1
}
