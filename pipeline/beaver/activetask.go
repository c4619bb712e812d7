package beaver

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// earlierTask is the default id of a Task begun before the case: others are named after the turn that began them.
const earlierTask = "task:earlier"

// check returns an error for values that make no sense.
func (a *ActiveTask) check() error {
	what := ""
	switch {
	case a == nil:
	case isBlank(a.Goal) && isBlank(a.ShortTitle):
		what = "want a goal or a short_title"
	case a.Attempt < 0:
		what = fmt.Sprintf("attempt: %d is negative", a.Attempt)
	case a.Attempt == 0 && a.LastAnswer != "":
		what = "last_answer: without an attempt there is none"
	case slices.Contains([]string{taskPaused, taskClosed, taskAbandoned, taskAccepted}, a.Status):
		what = fmt.Sprintf("status: a Task that is %s is not active", a.Status)
	}
	if what == "" {
		return nil
	}
	return &pipeline.InputError{What: "beaver: active_task: " + what}
}

// tasks returns the Tasks at the beginning of a session. Of earlier attempts only the last one's answer is known.
func (a *ActiveTask) tasks() tasks {
	if a == nil {
		return nil
	}
	goal := a.Goal
	if isBlank(goal) {
		goal = a.ShortTitle
	}
	var ts tasks
	t := ts.begin(cmp.Or(a.ID, earlierTask), a.ShortTitle, goal)
	t.reported = a.Status
	t.titleFrom, t.goalFrom = inBlock("active_task.short_title"), inBlock("active_task.goal")
	if isBlank(a.ShortTitle) {
		t.titleFrom = t.goalFrom
	}
	if isBlank(a.Goal) {
		t.goalFrom = t.titleFrom
	}
	if a.Attempt > 0 {
		t.Attempts = []attempt{{Attempt: a.Attempt, LastAnswer: firstRunes(a.LastAnswer, answerLength),
			from: inBlock("active_task.last_answer")}}
	}
	return ts
}
