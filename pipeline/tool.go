package pipeline

import (
	"context"
	"errors"
	"fmt"
	"strconv"
)

// Own is a system's own executor for a tool. It may open places below rt; a place that it opens and waits for joins
// with rt.After. Its error is a tool error, unless it is one of the Runtime's that ends the case.
type Own func(ctx context.Context, rt *Runtime, call ToolCall) (string, error)

// Tool answers a tool call: by the case's result, so that any tool can be broken; else by own; else with a result that
// says that nobody answered. A result that comes after the place's deadline is a failure at the deadline. Any error is
// the harness's.
func (rt *Runtime) Tool(ctx context.Context, call ToolCall, own Own) (ToolResult, error) {
	return rt.tool(ctx, nil, call, own)
}

// ToolAs is Tool for a call that the system has translated, such as one with resolved references: said is what the
// model wrote, call the system's version. Both are in the trace, and a case names the call by either.
func (rt *Runtime) ToolAs(ctx context.Context, said, call ToolCall, own Own) (ToolResult, error) {
	return rt.tool(ctx, &said, call, own)
}

func (rt *Runtime) tool(ctx context.Context, said *ToolCall, call ToolCall, own Own) (ToolResult, error) {
	p := rt.p
	asker, n := p.call, p.tools+1
	path := join(asker, "tool-"+strconv.Itoa(n))
	use := &ToolUse{Call: call, Said: said}
	res, ok, err := p.resultOfCase(ctx, path, use.Forms())
	if err == nil && !ok {
		p.call, p.tools = path, 0 // requests of own in this place belong below this call
		res, err = rt.ask(ctx, call, own)
	}
	if err != nil {
		return ToolResult{}, err
	}
	defer p.enter()()
	p.call, p.tools = asker, n
	if end := p.clock.Add(res.Takes); rt.deadline.IsZero() || !end.After(rt.deadline) {
		p.wait(end)
	} else {
		p.wait(rt.deadline)
		res = ToolResult{Content: "timeout", Failed: true, Late: true, Takes: res.Takes, From: res.From}
	}
	use.Result = res
	p.log = append(p.log, Entry{Kind: EntryTool, Path: path, Stage: call.Name, At: p.clock, Depth: p.depth, Tool: use})
	return res, nil
}

// Refuse reports that a tool call is not executed: the tool is not offered, or its arguments are invalid. It takes its
// position among the tool calls and is in the trace; the result is a failure with the reason.
func (rt *Runtime) Refuse(call ToolCall, why string) ToolResult {
	p := rt.p
	defer p.enter()()
	p.tools++
	res := ToolResult{Content: why, Failed: true, From: FromNobody}
	p.log = append(p.log, Entry{
		Kind: EntryTool, Path: join(p.call, "tool-"+strconv.Itoa(p.tools)), Stage: call.Name, At: p.clock,
		Depth: p.depth,
		Tool:  &ToolUse{Call: call, Result: res},
	})
	return res
}

func (p *place) resultOfCase(ctx context.Context, path string, forms []ToolCall) (ToolResult, bool, error) {
	defer p.enter()()
	if p.err != nil || p.env.Tools == nil {
		return ToolResult{}, false, p.err
	}
	res, ok, err := p.env.Tools.Call(ctx, path, forms)
	if err != nil {
		return ToolResult{}, false, p.keep(fmt.Errorf("%s: %w", path, err))
	}
	res.From = FromCase
	return res, ok, nil
}

// ask calls the system's own executor. Its error is the tool's, unless a place has stopped.
func (rt *Runtime) ask(ctx context.Context, call ToolCall, own Own) (ToolResult, error) {
	if own == nil {
		return ToolResult{Failed: true, From: FromNobody}, nil
	}
	text, err := own(ctx, rt, call)
	if rt.p.err != nil {
		return ToolResult{}, rt.p.err
	}
	if _, stopped := errors.AsType[*stop](err); stopped { // a place that own opened
		return ToolResult{}, err
	}
	if err != nil {
		return ToolResult{Content: err.Error(), Failed: true, From: FromSystem}, nil
	}
	return ToolResult{Content: text, From: FromSystem}, nil
}

// ToolText returns the source of the last tool call's result here.
func (rt *Runtime) ToolText(call ToolCall) TextSource {
	defer rt.p.enter()()
	return TextSource{Kind: TextTool, Name: join(rt.p.call, "tool-"+strconv.Itoa(rt.p.tools)), Define: call.Name}
}
