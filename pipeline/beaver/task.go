package beaver

import (
	"cmp"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// The states of a Task (S-2, S-3, S-5).
const (
	taskActive    = "active"
	taskPaused    = "paused"
	taskClosed    = "closed"
	taskAbandoned = "abandoned"
	taskAccepted  = "accepted"
)

// task is a piece of work over several turns.
type task struct {
	ID         string
	ShortTitle string
	Goal       string
	Status     string
	Attempts   []attempt // finished ones, in order

	titleFrom, goalFrom pipeline.TextSource

	runs []runRecord // of all attempts of the case, those of a team before the main one
	// messages that the main runs of these attempts added to the session, without the fixed sentence of failed ones
	messages []pipeline.Message
	// the case's word for the Status, until an attempt ends or the Status changes; empty: none
	reported string
}

// attempt is one run of the agent on a Task, as the next attempts see it (C-4). For one before the case, mode and
// outcome are unknown.
type attempt struct {
	Attempt    int    `json:"attempt"`           // from 1
	Mode       mode   `json:"mode,omitempty"`    // single or team
	Outcome    string `json:"outcome,omitempty"` // done or failed
	LastAnswer string `json:"last_answer"`       // empty: it failed, or the answer is unknown

	skills []string            // activated by the main run
	from   pipeline.TextSource // of the LastAnswer
}

// Lengths in code points.
const (
	titleLength  = 40
	answerLength = 500 // R-2, C-4
)

// tasks are the Tasks of a session, in the order in which they were begun.
type tasks []*task

// active returns the Task in progress, or nil.
func (ts tasks) active() *task {
	for _, t := range ts {
		if t.Status == taskActive {
			return t
		}
	}
	return nil
}

// begin makes a new Task the active one; an old one is paused (S-2, S-3).
func (ts *tasks) begin(id, title, goal string) *task {
	if old := ts.active(); old != nil {
		old.become(taskPaused)
	}
	if isBlank(title) {
		title = firstRunes(goal, titleLength)
	}
	t := &task{ID: id, ShortTitle: title, Goal: goal, Status: taskActive}
	*ts = append(*ts, t)
	return t
}

// end gives the active Task its final state, and activates the Task that was paused last (S-2).
func (ts tasks) end(t *task, status string) {
	t.become(status)
	for i := len(ts) - 1; i >= 0; i-- {
		if ts[i].Status == taskPaused {
			ts[i].become(taskActive)
			return
		}
	}
}

// become changes the state of a Task; its reported state no longer holds.
func (t *task) become(status string) { t.Status, t.reported = status, "" }

// clone returns a copy for a turn.
func (ts tasks) clone() tasks {
	c := make(tasks, len(ts))
	for i, t := range ts {
		n := *t
		n.Attempts, n.runs, n.messages = slices.Clone(t.Attempts), slices.Clone(t.runs), slices.Clone(t.messages)
		c[i] = &n
	}
	return c
}

// made returns the number of finished attempts, including those before the case.
func (t *task) made() int {
	if len(t.Attempts) == 0 {
		return 0
	}
	return t.Attempts[len(t.Attempts)-1].Attempt
}

// attemptIndex returns the number of the next or current attempt, from 1.
func (t *task) attemptIndex() int { return t.made() + 1 }

// lastAnswer returns the newest answer; a failed attempt has none.
func (t *task) lastAnswer() pipeline.Pieces {
	for _, a := range slices.Backward(t.Attempts) {
		if a.LastAnswer != "" {
			return a.from.Of(a.LastAnswer)
		}
	}
	return nil
}

// shownGoal returns the goal for a prompt.
func (t *task) shownGoal() pipeline.Pieces { return t.goalFrom.Of(t.Goal) }

// shownTitle returns the short title for a prompt.
func (t *task) shownTitle() pipeline.Pieces { return t.titleFrom.Of(t.ShortTitle) }

// finish closes the current attempt.
func (t *task) finish(m mode, team []runRecord, main runRecord) {
	t.Attempts = append(t.Attempts, attempt{
		Attempt: t.attemptIndex(), Mode: m, Outcome: main.Status, LastAnswer: firstRunes(main.Answer, answerLength),
		skills: main.Skills, from: main.from,
	})
	t.runs = append(append(t.runs, team...), main)
	t.reported = ""
}

// activeSkills returns the skills that were active in any run of the Task, a team's too, each once, in the order of
// first use (L-0).
func (t *task) activeSkills() []string {
	var names []string
	for _, r := range t.runs {
		names = appendNew(names, r.Skills...)
	}
	return names
}

// priorSkills returns the skills activated by earlier attempts, each once, in the order of their first use (C-4).
func (t *task) priorSkills() []string {
	var names []string
	for _, a := range t.Attempts {
		names = appendNew(names, a.skills...)
	}
	return names
}

// appendNew appends the names that are not in the list yet, each once, in the order of first use.
func appendNew(names []string, more ...string) []string {
	for _, n := range more {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// activeTaskJSON returns the Task for the router; null without one.
func activeTaskJSON(t *task) (pipeline.Pieces, error) {
	if t == nil {
		return code.Of("null"), nil
	}
	return prompt.JSON(struct {
		ID         string          `json:"id"`
		ShortTitle pipeline.Pieces `json:"short_title"`
		Goal       pipeline.Pieces `json:"goal"`
		Status     string          `json:"status"`
		Attempt    int             `json:"attempt"`
		LastAnswer pipeline.Pieces `json:"last_answer"`
	}{t.ID, t.shownTitle(), t.shownGoal(), cmp.Or(t.reported, t.Status), t.made(), t.lastAnswer()})
}
