package beaver

import (
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Turn implements pipeline.Conversation. It works on a copy of the session and commits it at the end.
func (c *conversation) Turn(ctx context.Context, rt *pipeline.Runtime, in pipeline.Input) (pipeline.Outcome, error) {
	c.useSkills(in)
	t := &turn{
		conversation: c, ctx: ctx, rt: rt, history: c.history, tasks: c.tasks.clone(), routed: c.routed,
		memory: c.memory, learning: c.learning,
	}
	c.reportSkills(rt)
	var out pipeline.Outcome
	var err error
	switch in.Kind {
	case pipeline.UserMessage:
		out, err = t.message(in)
	case pipeline.Scheduled:
		out, err = t.scheduled(in)
	case pipeline.Review:
		out, err = pipeline.Outcome{Status: pipeline.StatusDone}, t.review(in.Draft)
	case pipeline.End:
		out, err = t.end(in)
	default:
		err = &pipeline.Unsupported{What: "an input of kind " + string(in.Kind)}
	}
	if err != nil {
		return pipeline.Outcome{}, err
	}
	c.history, c.tasks, c.routed, c.learning = t.history, t.tasks, t.routed, t.learning
	out.State = c.state()
	return out, nil
}

// useSkills loads the skills of a turn, if they differ from those of the turn before.
func (c *conversation) useSkills(in pipeline.Input) {
	if in.Library == c.digest {
		return
	}
	c.base = c.libraries.get(pipeline.Case{Skills: in.Skills, Library: in.Library})
	c.library = c.base.with(c.learned)
	c.digest, c.reported = in.Library, false
}

// reportSkills reports the problems of the skills in the trace, once.
func (c *conversation) reportSkills(rt *pipeline.Runtime) {
	if c.library != nil && len(c.library.problems) > 0 && !c.reported && len(c.library.problems) <= maxReported {
		rt.Event("skills", c.library.problems)
	}
	c.reported = true
}

// maxReported is how many problems a trace has; a library with more needs `check --skills`.
const maxReported = 50

// state returns the checkable part of the session.
func (c *conversation) state() any {
	type taskState struct {
		ShortTitle string `json:"short_title"`
		Status     string `json:"status"`
		Attempts   int    `json:"attempts"`
	}
	s := struct {
		Messages int         `json:"messages"`
		Memory   int         `json:"memory"`
		Tasks    []taskState `json:"tasks"`
	}{len(c.history), len(c.memory.sections), []taskState{}}
	for _, t := range c.tasks {
		s.Tasks = append(s.Tasks, taskState{t.ShortTitle, t.Status, t.made()})
	}
	return s
}

// message handles a user's message (S-1).
func (t *turn) message(in pipeline.Input) (pipeline.Outcome, error) {
	if t.block.Entry == entryScheduled {
		return t.scheduled(in)
	}
	met, err := t.judge(in)
	if err != nil {
		return pipeline.Outcome{}, err
	}
	d := decision{Action: simpleChat}
	switch {
	case met && in.Acceptance == pipeline.Rejected: // S-5: without a router
		d.Action = reviseTask
	case t.block.Entry != entryMain:
		if d, err = t.route(in.Source.Of(in.Text)); err != nil {
			return pipeline.Outcome{}, err
		}
	}
	return t.carryOut(d, in.Source.Of(in.Text))
}

// carryOut executes a decision (S-2).
func (t *turn) carryOut(d decision, text pipeline.Pieces) (pipeline.Outcome, error) {
	active := t.tasks.active()
	switch d.Action {
	case newTask:
		k := t.tasks.begin(t.rt.ID("task"), d.ShortTitle, text.String())
		k.goalFrom, k.titleFrom = text.Source(), t.rt.AnswerText(stageRouter)
		if isBlank(d.ShortTitle) {
			k.titleFrom = k.goalFrom
		}
		return t.taskMode(k, text, nil)
	case continueTask:
		return t.taskMode(active, text, nil)
	case reviseTask:
		return t.taskMode(active, text, text)
	case closeTask:
		t.tasks.end(active, taskClosed)
	case abandonTask:
		t.tasks.end(active, taskAbandoned)
	}
	out, _, err := t.answer(runInput{Message: text, Query: text})
	return out, err
}

// taskMode is one attempt on a Task (S-4): planner, team, the main run with the team's results, evidence.
func (t *turn) taskMode(k *task, text, revision pipeline.Pieces) (pipeline.Outcome, error) {
	p, err := t.plan(k, text)
	if err != nil {
		return pipeline.Outcome{}, err
	}
	t.parentRun = t.rt.ID("run")
	var tm *team
	if p.Mode == modeTeam {
		if tm, err = t.runTeam(p, k, text); err != nil {
			return pipeline.Outcome{}, err
		}
		if tm == nil {
			p = t.single(reasonResolver, "the skills' loader or embedder does not work")
		}
	}
	in, err := t.attemptInput(k, text, revision, p, tm)
	if err != nil {
		return pipeline.Outcome{}, err
	}
	before := len(t.history)
	out, main, err := t.answer(in)
	if err != nil {
		return out, err
	}
	said := t.history[before:]
	if main.Status == pipeline.StatusFailed { // the fixed sentence is not about the Task
		said = said[:len(said)-1]
	}
	k.messages = append(k.messages, said...)
	k.finish(p.Mode, tm.runs(), main)
	t.rt.Event("evidence", newPacket(k, append(tm.runs(), main)))
	return out, nil
}

// attemptInput returns the input of the main run of an attempt (C-1, C-4, C-2).
func (t *turn) attemptInput(k *task, text, revision pipeline.Pieces, p *plan, tm *team) (runInput, error) {
	data := taskData{
		Goal: k.shownGoal(), Description: inBlock("task.description").Of(unlessBlank(t.block.Task.Description)),
		Status: k.Status, Attempt: k.attemptIndex(), History: shownAttempts(k.Attempts),
		Constraints: each(inBlock("task.constraints"), nonBlank(t.block.Task.Constraints)),
	}
	if !isBlank(revision.String()) {
		data.Revision = revision
	}
	execution, err1 := t.prompts.taskContext.Render(data)
	query, err2 := content(t.prompts.selection, selectionContextData{
		taskData: data, Request: text, Phase: phaseTask, PriorSkills: t.skillNames(k.priorSkills()),
		Planner: p.shown(t.planned), Team: tm.shown(),
	})
	if err := errors.Join(err1, err2); err != nil {
		return runInput{}, err
	}
	if tm != nil {
		found, err := t.prompts.teamContext.Render(*tm.shown())
		if err != nil {
			return runInput{}, err
		}
		if n := len(execution); n > 0 && len(found) > 0 {
			execution[n-1].Text += paragraph
		}
		execution = append(execution, found...)
	}
	return runInput{ID: t.parentRun, Message: text, ExecutionContext: execution, Query: query, OnTask: true}, nil
}

// phaseTask is the execution phase of a Task's main run (C-1).
const phaseTask = "task_main"
