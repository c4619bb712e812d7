package mas

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// answer is what a skill has read out of one or several answers.
type answer struct {
	text   pipeline.Pieces // between the skill's tags
	steps  []planned       // of a plan
	letter message         // of send_message
	memory pipeline.Pieces
}

// planned is a step as a model writes it.
type planned struct {
	Executor  string `json:"executor" reply:"required"`
	Intention string `json:"step_intention"`
	Text      string `json:"text_content"`
}

// message is a letter as a model writes it.
type message struct {
	Receiver  []string `json:"receiver" reply:"required"`
	Message   string   `json:"message" reply:"required"`
	NeedReply bool     `json:"need_reply"`
}

// reading reads the answers of one step. What an earlier one has said stays: an ask for the memory loses no plan.
type reading struct {
	agent     *agent
	skill     skill
	source    func() pipeline.TextSource
	got       answer
	taken     bool // what the skill is for was read; only the memory can be missing
	hasMemory bool
	again     []pipeline.Reason // that were asked for again
}

// read takes one answer; its error says what is missing so far.
func (r *reading) read(resp pipeline.Response) (answer, error) {
	if memory, ok := between(resp.Content, "persistent_memory"); ok {
		r.hasMemory, r.got.memory = true, r.source().Of(memory)
	}
	text, ok := between(resp.Content, r.skill.tag)
	switch {
	case strings.TrimSpace(resp.Content) == "":
		return answer{}, &pipeline.Failure{Reason: pipeline.Empty, Err: r.missing(r.skill.tag)}
	case !ok && !r.taken, !ok && !r.hasMemory:
		return answer{}, &pipeline.Failure{Reason: pipeline.Malformed, Err: r.missing(r.skill.tag)}
	case !r.taken:
		if why := r.take(text); why != nil {
			return answer{}, why
		}
	}
	r.taken = true
	if r.skill.plans && !r.hasMemory {
		return answer{}, &pipeline.Failure{Reason: memoryLost, Err: r.missing("persistent_memory")}
	}
	return r.got, nil
}

func (r *reading) missing(tag string) error { return fmt.Errorf("it has no <%s>", tag) }

// take reads what stands between the tags.
func (r *reading) take(text string) *pipeline.Failure {
	var err error
	switch {
	case r.skill.plans:
		if r.got.steps, err = reply.Decode[[]planned](pipeline.Strict, text); err == nil && len(r.got.steps) == 0 {
			err = errors.New("a plan without steps")
		}
	case r.skill.name == "send_message":
		r.got.letter, err = reply.Decode[message](pipeline.Strict, text)
	}
	if err != nil {
		return &pipeline.Failure{Reason: pipeline.Schema, Err: err}
	}
	for _, p := range r.got.steps {
		if !slices.Contains(r.agent.Skills, p.Executor) && !slices.Contains(r.agent.Tools, p.Executor) {
			return &pipeline.Failure{Reason: forbidden, Err: fmt.Errorf("you may not use %s", p.Executor)}
		}
	}
	r.got.text = r.source().Of(text)
	return nil
}

// mayAskAgain reports whether a reason is worth another ask: a plan asks once for itself, for the memory and for other
// executors; nothing else asks again.
func (r *reading) mayAskAgain(reason pipeline.Reason) bool {
	if reason == pipeline.Empty {
		reason = pipeline.Malformed
	}
	if !slices.Contains(r.asksAgain(), reason) {
		return false
	}
	r.again = append(r.again, reason)
	return true
}

// asksAgain are the reasons that are left to ask again for.
func (r *reading) asksAgain() (left []pipeline.Reason) {
	if !r.skill.plans || slices.Contains(r.again, memoryLost) {
		return nil
	}
	for _, reason := range []pipeline.Reason{pipeline.Malformed, memoryLost, forbidden} {
		if !slices.Contains(r.again, reason) {
			left = append(left, reason)
		}
	}
	return left
}

// declared says what a failed ask means: another one that says why, a memory that stays as it was, or a failed step.
func (r *reading) declared() []pipeline.Declared {
	if r.taken {
		nothing := "<persistent_memory></persistent_memory>"
		return []pipeline.Declared{{Answer: &pipeline.Response{Content: nothing}}}
	}
	fails := pipeline.Declared{Then: "the step fails, the agent's next one follows"}
	left := r.asksAgain()
	if slices.Contains(left, pipeline.Malformed) {
		left = append(left, pipeline.Empty)
	}
	if len(left) == 0 {
		return []pipeline.Declared{fails}
	}
	return []pipeline.Declared{{Reasons: left, Reask: true}, fails}
}

// between is what stands between the last pair of tags.
func between(text, tag string) (inner string, ok bool) {
	end := strings.LastIndex(text, "</"+tag+">")
	if end < 0 {
		return "", false
	}
	open := strings.LastIndex(text[:end], "<"+tag+">")
	if open < 0 {
		return "", false
	}
	return strings.TrimSpace(text[open+len(tag)+2 : end]), true
}
