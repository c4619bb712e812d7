package beaver

import (
	"context"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
)

// callTools appends an assistant message with tool calls and one tool message for each of its calls, in their order
// (T-1 to T-4).
func (r *agentRun) callTools(resp pipeline.Response) error {
	loop := reply.AskedTools{
		Stage: r.in.Stage, Offered: r.tools, Given: reply.IDsOf(r.head, r.stored), Own: r.ownTool,
	}
	asked, results, err := loop.Answer(r.ctx, r.rt, resp)
	if err != nil {
		return err
	}
	r.stored = append(r.stored, asked)
	for _, res := range results {
		r.record.Tools = append(r.record.Tools, toolRecord{
			Name: res.Call.Name, Arguments: res.Call.Arguments, Content: res.Text.String(), Failed: res.Failed,
			asked: res.Asked, from: lastSource(res.Text),
		})
		r.stored = append(r.stored, res.Message("Result"))
	}
	return nil
}

// ownTool returns the executor of Beaver's only tool of its own.
func (r *agentRun) ownTool(call pipeline.ToolCall) pipeline.Own {
	if call.Name != memorySave {
		return nil
	}
	from := r.rt.AnswerText(r.in.Stage)
	return func(_ context.Context, rt *pipeline.Runtime, call pipeline.ToolCall) (string, error) {
		return r.memory.save(rt, call, from)
	}
}

// lastSource returns the source of a text's end.
func lastSource(p pipeline.Pieces) pipeline.TextSource { return p[max(0, len(p)-1):].Source() }
