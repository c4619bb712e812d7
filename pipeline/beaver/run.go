package beaver

import (
	"errors"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// run is one AgentLoop run: skill selection, the messages (M-1), then the tool loop (T-1 to T-4), then the
// finalizer if needed (M-6). Its history is the turn's.
func (t *turn) run(in runInput) (runResult, error) {
	system, err := t.systemPrompt(in)
	if err != nil {
		return runResult{}, err
	}
	active, err := t.selectSkills(in.Query, in.Pinned)
	if err != nil {
		return runResult{}, err
	}
	activations, err := t.activations(active)
	if err != nil {
		return runResult{}, err
	}
	r := &agentRun{
		turn: t, in: in,
		head:   slices.Concat([]pipeline.Message{system}, activations, visible(t.history)),
		stored: []pipeline.Message{said(pipeline.RoleUser, "Message", in.Message)},
		tools:  t.block.Profile.offered(t.tools, toolsOf(append(slices.Clone(in.Pinned), active...))),
	}
	if in.ID == "" {
		in.ID = t.rt.ID("run")
	}
	r.record = runRecord{ID: in.ID, Request: in.Message.String(), Skills: []string{}, Offered: []string{},
		Tools: []toolRecord{}}
	for _, s := range append(slices.Clone(in.Pinned), active...) {
		r.record.Skills = append(r.record.Skills, s.Name)
	}
	for _, tool := range r.tools {
		r.record.Offered = append(r.record.Offered, tool.Name)
	}
	return r.loop()
}

// systemPrompt returns the first message of a run, with the current memory (M-2, N-2).
func (t *turn) systemPrompt(in runInput) (pipeline.Message, error) {
	data := mainData{
		SystemPrompt: inBlock("profile.system_prompt").Of(t.block.Profile.SystemPrompt),
		Session:      shownSession(in.Session, t.session),
		HasContext:   len(in.ExecutionContext) > 0, Memory: shownMemory(t.memory.snapshot()),
	}
	m, err := message(t.prompts.mainSystem, pipeline.RoleSystem, data)
	m.Sections = spliced(m.Sections, sectionContext, "\n", "", in.ExecutionContext)
	return m, err
}

// messages returns those of the next call: the user's message is the last one of the user (M-1, M-4).
func (r *agentRun) messages() []pipeline.Message {
	return append(r.head[:len(r.head):len(r.head)], r.stored...)
}

// loop calls the model until an answer has no tool calls, up to the limit.
func (r *agentRun) loop() (runResult, error) {
	stage, limit := r.in.Stage, r.block.Limits.toolIterations()
	for n := 1; n <= limit; n++ {
		resp, err := r.rt.Chat(r.ctx, pipeline.Request{
			Stage: stage, Leaf: fmt.Sprintf("main-%d", n), Messages: r.messages(), Tools: r.tools,
			Declared: declaredRun(r.in),
		})
		if f, ok := errors.AsType[*pipeline.Failure](err); ok {
			return r.fail(stage, f.Reason), nil
		}
		if err != nil {
			return runResult{}, err
		}
		r.rt.Decided(stage, reply.DecidedBy(resp))
		if len(resp.ToolCalls) == 0 {
			if isBlank(resp.Content) {
				return r.fail(stage, pipeline.Empty), nil
			}
			return r.done(r.rt.AnswerText(stage).Of(resp.Content)), nil
		}
		if err := r.callTools(resp); err != nil {
			return runResult{}, err
		}
	}
	r.rt.Fallback(pipeline.Fallback{Stage: stage, Reason: reasonToolBudget, Tries: limit})
	return r.finalize()
}

// finalize is the last call of a run over its budget: it offers no tools, and its system message is used only for it
// (M-6).
func (r *agentRun) finalize() (runResult, error) {
	system, err := message(r.prompts.finalizer, pipeline.RoleSystem, nil)
	if err != nil {
		return runResult{}, err
	}
	resp, err := r.rt.Chat(r.ctx, pipeline.Request{
		Stage: stageFinalizer, Messages: append(r.messages(), system), Declared: declaredFinalizer(r.stored, r.in),
	})
	reason := pipeline.Empty
	if f, ok := errors.AsType[*pipeline.Failure](err); ok {
		reason = f.Reason
	} else if err != nil {
		return runResult{}, err
	} else if !isBlank(resp.Content) {
		return r.done(r.rt.AnswerText(stageFinalizer).Of(resp.Content)), nil
	}
	last := lastText(r.stored)
	if last == nil {
		return r.fail(stageFinalizer, reason), nil
	}
	r.rt.Fallback(pipeline.Fallback{Stage: stageFinalizer, Reason: reason, Tries: 1})
	return r.done(last), nil
}

// lastText returns the newest answer of the run that has text, which stands beside tool calls.
func lastText(stored []pipeline.Message) pipeline.Pieces {
	for _, m := range slices.Backward(stored) {
		if m.Role == pipeline.RoleAssistant && !isBlank(m.Content()) {
			return m.Pieces()
		}
	}
	return nil
}

func (r *agentRun) done(answer pipeline.Pieces) runResult {
	text := answer.String()
	r.stored = append(r.stored, said(pipeline.RoleAssistant, "Answer", answer))
	r.record.Status, r.record.Answer, r.record.from = pipeline.StatusDone, text, answer.Source()
	return runResult{answer: text, stored: r.stored, record: r.record}
}

// said returns a message of one section.
func said(role, section string, text pipeline.Pieces) pipeline.Message {
	return pipeline.Message{Role: role, Source: text.Source(),
		Sections: []pipeline.Section{pipeline.NewSection(section, text)}}
}

// fail ends the run with the fixed sentence (FB-3). The session keeps it: the user has read it. It is no answer, so
// none is on record (V-1).
func (r *agentRun) fail(stage string, reason pipeline.Reason) runResult {
	r.rt.Fallback(pipeline.Fallback{Stage: stage, Reason: reason, Tries: 1})
	res := r.done(code.Of(apology))
	res.failed, res.reason = true, reason
	res.record.Status, res.record.Answer = pipeline.StatusFailed, ""
	return res
}
