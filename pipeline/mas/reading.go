package mas

import (
	"cmp"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// reading reads the answers to the requests of one step. Parts of an earlier answer stay (A0): a request for the memory
// loses no plan, and one for other executors no memory.
type reading struct {
	*use
	got       answer
	accepted  bool // the skill's own part was read; only the memory can be missing
	hasMemory bool
	again     []pipeline.Reason // of the retries so far
}

// read implements reader.
func (r *reading) read(resp pipeline.Response) (answer, error) {
	if why := cmp.Or(r.refuse(resp), r.breaksOff(resp.Content)); why != nil {
		return answer{}, why
	}
	said, hasMemory := r.memoryOf(resp.Content)
	if hasMemory {
		r.hasMemory, r.got.memory = true, said
	}
	if why := r.take(resp.Content, hasMemory); why != nil {
		return answer{}, why
	}
	if r.skill.plans && !r.hasMemory {
		return answer{}, failure(reasonMemoryLost, "it has no <%s>", syncstate.MemoryTag)
	}
	return r.got, nil
}

// breaksOff refuses an answer that ends inside the memory: the part before it may be truncated too.
func (r *reading) breaksOff(content string) *pipeline.Failure {
	if r.skill.plans || !memoryBreaksOff(content) { // a plan retries for its memory
		return nil
	}
	return failure(pipeline.Malformed, "its <%s> does not end", syncstate.MemoryTag)
}

// take reads the skill's own part, unless an earlier answer had it.
func (r *reading) take(text string, hasMemory bool) *pipeline.Failure {
	content, has := syncstate.Last(text, r.skill.tag)
	switch {
	case r.accepted && !has && !hasMemory:
		return failure(pipeline.Malformed, "it has no <%s>", syncstate.MemoryTag)
	case r.accepted:
		return nil
	case !has:
		return failure(pipeline.Malformed, "it has no <%s>", r.skill.tag)
	}
	raw, why := r.json(content)
	if why != nil {
		return why
	}
	got, why := r.parse(raw)
	if why != nil {
		return why
	}
	if bad := r.forbidden(got); len(bad) > 0 {
		return &pipeline.Failure{Reason: reasonForbidden, Err: &forbiddenError{names: bad}}
	}
	got.memory = r.got.memory
	r.got, r.accepted = got, true
	return nil
}

// kept implements reader: an accepted plan.
func (r *reading) kept() (answer, bool) { return r.got, r.accepted }

// asksAgain returns the reasons for remaining retries: a plan retries once for itself, once for other executors and
// once for the memory, and nothing else is retried (A5).
func (r *reading) asksAgain() (left []pipeline.Reason) {
	if !r.skill.plans {
		return nil
	}
	for _, reason := range []pipeline.Reason{pipeline.Malformed, reasonForbidden, reasonMemoryLost} {
		if !slices.Contains(r.again, reason) && (reason != reasonMemoryLost || !r.hasMemory) {
			left = append(left, reason)
		}
	}
	return left
}

// mayAskAgain implements reader. A request for the memory alone is the last one.
func (r *reading) mayAskAgain(why *pipeline.Failure) bool {
	reason := why.Reason
	if reason == pipeline.Empty {
		reason = pipeline.Malformed
	}
	if slices.Contains(r.again, reasonMemoryLost) || !slices.Contains(r.asksAgain(), reason) {
		return false
	}
	r.again = append(r.again, reason)
	return true
}

// memoryOnly implements reader.
func (r *reading) memoryOnly() bool { return r.accepted }

// declared implements reader.
func (r *reading) declared() []pipeline.Declared {
	then := thenFails
	if r.step.Manages != "" {
		then = thenGoesOn
	}
	return declared(r.asksAgain(), r.accepted, then)
}
