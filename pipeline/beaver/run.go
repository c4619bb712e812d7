package beaver

import (
	"errors"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// runInput is what one run of the agent starts from.
type runInput struct {
	Stage            string
	Message          string
	ExecutionContext string
	Query            string // what skills are selected for
	OnTask           bool   // an attempt on a Task
}

// runResult is what a run came to.
type runResult struct {
	answer string
	failed bool
	stored []pipeline.Message // what the session keeps of it: the user's message, calls, results and the answer
	skills []string           // activated
}

// agentRun is a run under way.
type agentRun struct {
	*turn
	stage  string
	onTask bool
	head   []pipeline.Message // system prompt, activated skills and visible history; never stored by this run
	stored []pipeline.Message
	tools  []pipeline.Tool
}

// run is one AgentLoop run: skill selection, the messages (M-1), then the tool loop (T-1 to T-4), then the finalizer where it is needed (M-6).
func (t *turn) run(in runInput) (runResult, error) {
	system, err := t.systemPrompt(in.ExecutionContext)
	if err != nil {
		return runResult{}, err
	}
	active, err := t.selectSkills(in.Query)
	if err != nil {
		return runResult{}, err
	}
	activations, err := t.activations(active)
	if err != nil {
		return runResult{}, err
	}
	r := &agentRun{
		turn: t, stage: in.Stage, onTask: in.OnTask,
		head:   slices.Concat([]pipeline.Message{system}, activations, visible(t.history)),
		stored: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Message", in.Message)},
		tools:  t.block.Profile.offered(t.tools, toolsOf(active)),
	}
	res, err := r.loop()
	for _, s := range active {
		res.skills = append(res.skills, s.Name)
	}
	return res, err
}

// systemPrompt is the first message of a run, with the memory as it is now (M-2, N-2).
func (t *turn) systemPrompt(executionContext string) (pipeline.Message, error) {
	data := mainData{SystemPrompt: t.block.Profile.SystemPrompt, ExecutionContext: executionContext, Memory: t.memory.snapshot()}
	if t.session != (pipeline.Session{}) {
		data.Session = &t.session
	}
	return message(t.prompts.mainSystem, pipeline.RoleSystem, data)
}

// messages are those of the next call: the user's message is the last one of the user (M-1, M-4).
func (r *agentRun) messages() []pipeline.Message {
	return append(r.head[:len(r.head):len(r.head)], r.stored...)
}

// loop asks until an answer comes without tool calls, at most as often as the limit says.
func (r *agentRun) loop() (runResult, error) {
	limit := r.block.Limits.toolIterations()
	for n := 1; n <= limit; n++ {
		resp, err := r.rt.Chat(r.ctx, pipeline.Request{
			Stage: r.stage, Leaf: fmt.Sprintf("main-%d", n), Messages: r.messages(), Tools: r.tools, Declared: declaredMain(r.onTask),
		})
		if f, ok := errors.AsType[*pipeline.Failure](err); ok {
			return r.fail(r.stage, f.Reason), nil
		}
		if err != nil {
			return runResult{}, err
		}
		r.rt.Decided(r.stage, decidedCalls(resp))
		if len(resp.ToolCalls) == 0 {
			if isBlank(resp.Content) {
				return r.fail(r.stage, pipeline.Empty), nil
			}
			return r.done(resp.Content), nil
		}
		if err := r.callTools(resp); err != nil {
			return runResult{}, err
		}
	}
	r.rt.Fallback(pipeline.Fallback{Stage: r.stage, Reason: reasonToolBudget, Tries: limit})
	return r.finalize()
}

// finalize is the last call of a run over its budget: it offers no tools, and its system message is used for it alone (M-6).
func (r *agentRun) finalize() (runResult, error) {
	system, err := message(r.prompts.finalizer, pipeline.RoleSystem, nil)
	if err != nil {
		return runResult{}, err
	}
	last := lastText(r.stored)
	resp, err := r.rt.Chat(r.ctx, pipeline.Request{
		Stage: stageFinalizer, Messages: append(r.messages(), system), Declared: declaredFinalizer(r.stored, r.onTask),
	})
	reason := pipeline.Empty
	if f, ok := errors.AsType[*pipeline.Failure](err); ok {
		reason = f.Reason
	} else if err != nil {
		return runResult{}, err
	} else if !isBlank(resp.Content) {
		return r.done(resp.Content), nil
	}
	if last == "" {
		return r.fail(stageFinalizer, reason), nil
	}
	r.rt.Fallback(pipeline.Fallback{Stage: stageFinalizer, Reason: reason, Tries: 1})
	return r.done(last), nil
}

// lastText is the newest answer of the run that has text; it stands beside tool calls.
func lastText(stored []pipeline.Message) string {
	for i := len(stored) - 1; i >= 0; i-- {
		if text := stored[i].Content(); stored[i].Role == pipeline.RoleAssistant && !isBlank(text) {
			return text
		}
	}
	return ""
}

func (r *agentRun) done(answer string) runResult {
	r.stored = append(r.stored, pipeline.Text(pipeline.RoleAssistant, "Answer", answer))
	return runResult{answer: answer, stored: r.stored}
}

// fail ends the run with the fixed sentence (FB-3). The session keeps it as the answer: the user has read it.
func (r *agentRun) fail(stage string, reason pipeline.Reason) runResult {
	r.rt.Fallback(pipeline.Fallback{Stage: stage, Reason: reason, Tries: 1})
	res := r.done(apology)
	res.failed = true
	return res
}
