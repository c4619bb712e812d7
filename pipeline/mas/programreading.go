package mas

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
)

// programReading reads the answers to the requests of one step as the program does (A5): it retries once for a missing
// tag, once for a missing memory, once for other executors, in this order and never back; each answer replaces the one
// before. Only the rejection of forbidden executors is the document's (A0).
type programReading struct {
	*use
	phase phase
	taken *answer // a plan that is taken without its memory
}

// phase is the last retry of a programReading.
type phase int

const (
	phaseFirst phase = iota
	phaseSteps
	phaseMemory
	phaseOthers
)

// read implements reader.
func (r *programReading) read(resp pipeline.Response) (answer, error) {
	if why := r.refuse(resp); why != nil {
		return answer{}, why
	}
	_, has := syncstate.Last(resp.Content, r.skill.tag)
	has = has || r.wish(resp.Content) != nil
	said, hasMemory := r.memoryOf(resp.Content)
	switch {
	case !has && (!hasMemory || r.phase != phaseSteps):
		return answer{}, failure(pipeline.Malformed, "it has no <%s>", r.skill.tag)
	case !hasMemory && r.asksForMemory() && r.phase < phaseMemory:
		return answer{}, failure(reasonMemoryLost, "it has no <%s>", syncstate.MemoryTag)
	}
	got, why := r.content(resp.Content)
	if why != nil {
		return answer{}, why
	}
	if bad := r.forbidden(got); len(bad) > 0 {
		return answer{}, &pipeline.Failure{Reason: reasonForbidden, Err: &forbiddenError{names: bad}}
	}
	got.memory = said
	if !hasMemory && r.asksForMemory() {
		r.taken = &got
		return answer{}, failure(reasonMemoryLost, "it has no <%s>", syncstate.MemoryTag)
	}
	return got, nil
}

// content reads the skill's own part. An unreadable one is not retried.
func (r *programReading) content(content string) (answer, *pipeline.Failure) {
	if w := r.wish(content); w != nil {
		return r.wished(w)
	}
	raw, err := syncstate.ValueIn(r.compat, content, r.skill.tag)
	if err != nil {
		return answer{}, &pipeline.Failure{Reason: pipeline.Schema, Err: err}
	}
	got, why := r.parse(raw)
	if why != nil {
		why.Reason = pipeline.Schema
	} else if r.compat == state.Program && r.skill.name == processMessage {
		got.wish = wishOf(content, syncstate.ReactAction)
	}
	return got, why
}

// wish returns what an answer asks for instead of a message.
func (r *programReading) wish(content string) *wish {
	if _, has := syncstate.Last(content, r.skill.tag); has || r.compat != state.Program || r.skill.name != sendMessage {
		return nil
	}
	return wishOf(content, syncstate.GetMoreInfo)
}

func (r *programReading) wished(w *wish) (answer, *pipeline.Failure) {
	raw, err := jsonvalue.Marshal(w)
	if err != nil {
		return answer{}, failure(pipeline.Schema, "%w", err)
	}
	return answer{wish: w, result: r.value(raw), key: syncstate.GetMoreInfo}, nil
}

// asksForMemory reports whether a missing memory is worth a retry: not with decision.
func (r *programReading) asksForMemory() bool {
	return r.skill.name == planning || r.skill.name == reflection
}

// next returns the phase of a retry after a failure; phaseFirst: none.
func (r *programReading) next(why *pipeline.Failure) phase {
	switch {
	case !r.skill.plans:
	case why.Reason == reasonForbidden && r.phase < phaseOthers:
		return phaseOthers
	case why.Reason == pipeline.Malformed, why.Reason == pipeline.Empty, why.Reason == reasonMemoryLost:
		if r.phase == phaseFirst && why.Reason != reasonMemoryLost {
			return phaseSteps
		}
		if r.phase < phaseMemory && r.asksForMemory() {
			return phaseMemory
		}
	}
	return phaseFirst
}

// mayAskAgain implements reader.
func (r *programReading) mayAskAgain(why *pipeline.Failure) bool {
	next := r.next(why)
	if next == phaseFirst {
		return false
	}
	r.phase = next
	return true
}

// memoryOnly implements reader.
func (r *programReading) memoryOnly() bool { return r.phase == phaseMemory }

// declared implements reader.
func (r *programReading) declared() []pipeline.Declared {
	var left []pipeline.Reason
	for _, reason := range []pipeline.Reason{pipeline.Malformed, reasonForbidden, reasonMemoryLost} {
		if reason == reasonMemoryLost && !r.asksForMemory() {
			continue
		}
		if r.next(&pipeline.Failure{Reason: reason}) != phaseFirst {
			left = append(left, reason)
		}
	}
	if !r.asksForMemory() {
		return declared(left, false, thenFails)
	}
	return declaredByProgram(left)
}

// kept implements reader: a plan after a request for the memory, if it was repeated.
func (r *programReading) kept() (answer, bool) {
	if r.taken == nil {
		return answer{}, false
	}
	return *r.taken, true
}
