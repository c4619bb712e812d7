package mas

import (
	"context"
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/syncstate"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// toolExecutor calls a tool with the generated instruction of its step. The results are the case's.
type toolExecutor struct{ compat state.Compat }

func (x toolExecutor) execute(
	ctx context.Context, rt *pipeline.Runtime, a *agent, s *state.Step,
) (syncstate.Output, state.Execution, error) {
	if s.Instruction.Empty() {
		rt.Fallback(pipeline.Fallback{Stage: stageTool, Reason: reasonNoInstruction, Detail: s.Executor})
		return syncstate.Output{}, state.Pending, nil
	}
	call := pipeline.ToolCall{
		ID: pipeline.CallID(rt.ID("call")), Name: s.Executor, Arguments: s.Instruction.Arguments(),
	}
	res, err := rt.Tool(ctx, call, nil)
	if err != nil {
		return syncstate.Output{}, "", err
	}
	if res.Failed {
		rt.Fallback(pipeline.Fallback{Stage: stageTool, Reason: reasonToolError, Detail: s.Executor})
		s.Result.Set("error", state.Value{JSON: resultJSON(res.Content), Source: rt.ToolText(call)})
		return stateOutput(s, state.PartFailed), state.Failed, nil
	}
	s.Result.Set(s.Executor, state.Value{JSON: resultJSON(res.Content), Source: rt.ToolText(call)})
	out := stateOutput(s, state.PartWorking)
	if x.compat == state.Program && a.May(state.TypeSkill, toolDecision) { // it decides on the result
		out.ToolDecision = &syncstate.ToolDecision{
			TaskID: s.TaskID, StageID: s.StageID, AgentID: a.ID, Tool: s.Executor,
		}
	}
	return out, state.Finished, nil
}

// resultJSON returns a tool's result: the value if it is JSON, else the text.
func resultJSON(content string) json.RawMessage {
	if raw, err := reply.Read(pipeline.Strict, content); err == nil {
		return raw
	}
	return json.RawMessage(jsonvalue.AppendString(nil, content))
}

// nobody is the executor of steps that nothing can execute: a model has named them, and was believed (A5).
type nobody struct{}

func (nobody) execute(
	_ context.Context, rt *pipeline.Runtime, _ *agent, s *state.Step,
) (syncstate.Output, state.Execution, error) {
	what := pipeline.ShortName("no " + s.Type + " " + s.Executor)
	rt.Fallback(pipeline.Fallback{Stage: stageTool, Reason: reasonToolError, Detail: what})
	return stateOutput(s, state.PartFailed), state.Failed, nil
}
