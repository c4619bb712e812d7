package mutants_test

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/suites/result"
)

// mutant is a defect of a system, and the cells that have to find it.
type mutant struct {
	name   string
	edits  []edit
	stage  string // whose calls break
	faults string // glob
	want   result.Verdict
	cases  string // glob; empty: all
}

// all returns the defects of all systems.
func all() []mutant { return slices.Concat(mutants, openclaw, alfred) }

// mutants are realistic defects of Beaver's fallbacks, most of them one line.
var mutants = []mutant{
	{
		"a timeout is reported as empty", []edit{{"beaver/router.go",
			`	t.rt.Decided(stageRouter, d)
`,
			`	if MUTANT && failure != nil && failure.Reason == pipeline.Timeout {
		failure = &pipeline.Failure{Reason: pipeline.Empty}
	}
	t.rt.Decided(stageRouter, d)
`}}, "router", "timeout-twice", result.VerdictWrongFallback, "",
	},
	{
		"the local draft has a blank body", []edit{{"beaver/draft.go",
			`	d.Content = b.String()
`,
			`	if d.Content = b.String(); MUTANT {
		d.Content = " \n"
	}
`}},
		"draft", "empty", result.VerdictWrongFallback, "",
	},
	{
		"a failed final choice activates the first candidate", []edit{{"beaver/assembler.go",
			`	names := []string{}
	if stage == stageShortlist {
`,
			`	names := []string{}
	if MUTANT && stage == stageFinal {
		return []string{candidates[0].Name}
	}
	if stage == stageShortlist {
`}}, "skills-final", "status-500", result.VerdictWrongFallback, "",
	},
	{
		"nodes run whose dependency has failed", []edit{{"beaver/node.go",
			`		if b.Status != nodeDone {
`, `		if b.Status != nodeDone && !MUTANT {
`}},
		"node", "empty", result.VerdictWrongFallback, "",
	},
	{
		"the resolver takes the fallback of the shortlist", []edit{{"beaver/resolver.go",
			`		t.rt.Fallback(pipeline.Fallback{Stage: stageResolver, Reason: f.Reason, Tries: 1})
		return nil, nil
`,
			`		t.rt.Fallback(pipeline.Fallback{Stage: stageResolver, Reason: f.Reason, Tries: 1})
		if MUTANT {
			return unchosen(stageShortlist, candidates, 1), nil
		}
		return nil, nil
`}}, "resolver", "connection-refused", result.VerdictWrongFallback, "",
	},
	{
		"a fallback is not reported", []edit{{"beaver/planner.go",
			`	t.rt.Fallback(pipeline.Fallback{Stage: stagePlanner, Reason: reason, Tries: 1, Detail: detail})
`,
			`	if !MUTANT {
		t.rt.Fallback(pipeline.Fallback{Stage: stagePlanner, Reason: reason, Tries: 1, Detail: detail})
	}
`}}, "planner", "truncated-json", result.VerdictSilentDamage, "",
	},
	{
		"the router asks three times", []edit{{"beaver/router.go",
			`		Tries: routerTries,
`, `		Tries: map[bool]int{false: routerTries, true: 3}[MUTANT],
`}},
		"router", "timeout", result.VerdictWrongFallback, "",
	},
	{
		"the router does not ask again after a timeout", []edit{{"beaver/router.go",
			`			return why.Reason == pipeline.Timeout || why.Reason == pipeline.Transport
`,
			`			return why.Reason == pipeline.Timeout && !MUTANT || why.Reason == pipeline.Transport
`}},
		"router", "timeout-once", result.VerdictWrongFallback, "",
	},
	{
		"the router asks again after any failure", []edit{{"beaver/router.go",
			`		Again: func(_ *pipeline.Request, _ pipeline.Response, why *pipeline.Failure) bool {
`,
			`		Again: func(_ *pipeline.Request, _ pipeline.Response, why *pipeline.Failure) bool {
			if MUTANT {
				return true
			}
`}}, "router", "empty", result.VerdictWrongFallback, "",
	},
	{
		"the number of tries is wrong", []edit{{"beaver/router.go",
			`Reason: failure.Reason, Tries: tries})
`,
			`Reason: failure.Reason, Tries: map[bool]int{false: tries, true: 1}[MUTANT]})
`}},
		"router", "timeout", result.VerdictWrongFallback, "",
	},
	{
		"the planner's fallback loses the history of the Task", []edit{{"beaver/planner.go",
			`		return t.single(f.Reason, f.Error()), nil
`,
			`		if MUTANT {
			k.Attempts = nil
		}
		return t.single(f.Reason, f.Error()), nil
`}},
		"planner", "empty", result.VerdictWrongFallback, "",
	},
	{
		"what is no JSON is a simple chat", []edit{{"beaver/router.go",
			`	if f, failed := errors.AsType[*pipeline.Failure](err); failed {
`,
			`	if f, failed := errors.AsType[*pipeline.Failure](err); failed {
		if MUTANT && f.Reason == pipeline.Malformed {
			return routerReply{Action: simpleChat}, nil, got.Tries, nil
		}
`}}, "router", "truncated-json", result.VerdictSilentDamage, "",
	},
	{
		"a turn ends without a reply", []edit{{"beaver/answer.go",
			`	return pipeline.Outcome{Status: status, Replies: []pipeline.Reply{reply}}, r.record, nil
`,
			`	if MUTANT && r.failed {
		return pipeline.Outcome{Status: status}, r.record, nil
	}
	return pipeline.Outcome{Status: status, Replies: []pipeline.Reply{reply}}, r.record, nil
`}}, "main", "timeout", result.VerdictError, "",
	},
	{
		"the session does not keep the fixed sentence", []edit{{"beaver/answer.go",
			"	reply := pipeline.Reply{Kind: pipeline.ReplyAnswer,",
			`	if MUTANT && r.failed {
		t.history = t.history[:len(t.history)-1]
	}
	reply := pipeline.Reply{Kind: pipeline.ReplyAnswer,`}},
		"main", "empty", result.VerdictWrongFallback, "",
	},
	{
		"a system message is empty where no skill is active", []edit{{"beaver/run.go",
			`	r := &agentRun{
`,
			`	if MUTANT && len(active) == 0 {
		system = pipeline.Text(pipeline.RoleSystem, "System", "\n")
	}
	r := &agentRun{
`}}, "skills-final", "empty", result.VerdictError, "",
	},
	{
		"a request leaves twice", []edit{{"beaver/run.go",
			`		if f, ok := errors.AsType[*pipeline.Failure](err); ok {
			return r.fail(stage, f.Reason), nil
`,
			`		if f, ok := errors.AsType[*pipeline.Failure](err); ok {
			if MUTANT {
				if _, err := r.rt.Chat(r.ctx, pipeline.Request{
					Stage: stage, Leaf: "another", Messages: r.messages(), Tools: r.tools, Declared: declaredRun(r.in),
				}); err != nil {
					return runResult{}, err
				}
			}
			return r.fail(stage, f.Reason), nil
`}}, "main", "status-500", result.VerdictError, "",
	},
	{
		"an empty list is a panic", []edit{{"beaver/resolver.go",
			`		names, err := t.askResolver(query, candidates)
`,
			`		names, err := t.askResolver(query, candidates)
		if MUTANT && names == nil {
			names = []string{names[len(names)-1]}
		}
`}},
		"resolver", "empty", result.VerdictCrash, "",
	},
	{
		"the planner asks until it gets an answer", []edit{{"beaver/planner.go",
			`	t.planned = t.rt.AnswerText(stagePlanner)
`,
			`	for f, failed := errors.AsType[*pipeline.Failure](err); MUTANT && failed; f, failed =
		errors.AsType[*pipeline.Failure](err) {
		_ = f
		p, err = ask[plan](t, pipeline.Request{Stage: stagePlanner, Messages: []pipeline.Message{system, user},
			Declared: declaredPlanner(), Again: true}, reply.KnownKeys)
	}
	t.planned = t.rt.AnswerText(stagePlanner)
`}}, "planner", "empty", result.VerdictHang, "",
	},
	{
		"the model is not told that a tool has failed", []edit{{"reply/answer.go",
			`	case res.Failed:
`, `	case res.Failed && MUTANT:
		r.Text = code.Of("")
	case res.Failed:
`}},
		"main", "tool-error", result.VerdictSilentDamage, "",
	},
	{
		"a failed tool has no message", []edit{{"beaver/toolloop.go",
			`		r.stored = append(r.stored, res.Message("Result"))
`,
			`		if MUTANT && res.Failed {
			continue
		}
		r.stored = append(r.stored, res.Message("Result"))
`}},
		"main", "tool-unknown", result.VerdictSilentDamage, "",
	},
	{
		"invented names are dropped, and nobody says so", []edit{{"beaver/assembler.go",
			`	if len(invented) > 0 {
		t.rt.Fallback(`, `	if len(invented) > 0 && !MUTANT {
		t.rt.Fallback(`}},
		"skills-final", "invented-name", result.VerdictSilentDamage, "",
	},
	{
		"invented names beside good ones are dropped, and nobody says so", []edit{{"beaver/assembler.go",
			`		case slices.Contains(kept, n), slices.Contains(invented, n):
`,
			`		case slices.Contains(kept, n), slices.Contains(invented, n),
			MUTANT && strings.HasPrefix(n, "a-name-that"):
`}},
		"skills-final", "invented-name", result.VerdictSilentDamage, "",
	},
	{
		"a misspelt key of a plan is dropped", []edit{{"beaver/planner.go",
			`		Declared: declaredPlanner()}, reply.KnownKeys)
`,
			`		Declared: declaredPlanner()}, map[bool][]reply.Option{false: {reply.KnownKeys}}[MUTANT]...)
`}},
		"planner", "every-deletion", result.VerdictSilentDamage, "graph-with-a-branch-of-its-own",
	},
	{
		"the local guidance forgets the expected output", []edit{{"beaver/guidance.go",
			`	if isBlank(n.ExpectedOutput) {
`, `	if isBlank(n.ExpectedOutput) || MUTANT {
`}},
		"guidance", "empty", result.VerdictWrongFallback, "",
	},
	{
		"the shortlist's fallback is the whole list", []edit{{"beaver/assembler.go",
			`candidates[:min(most, len(candidates))] {
`,
			`candidates[:min(map[bool]int{false: most, true: len(candidates)}[MUTANT], len(candidates))] {
`}},
		"skills-shortlist", "empty", result.VerdictWrongFallback, "",
	},
	{
		"the main run is not told that a node has failed", []edit{{"beaver/node.go",
			`		res.Status, res.Answer = nodeFailed, ""
`,
			`		if res.Status, res.Answer = nodeFailed, ""; MUTANT {
			res.Status = nodeDone
		}
`}},
		"node", "timeout", result.VerdictWrongFallback, "",
	},
	{
		"the memory forgets what it has saved when a run fails", []edit{{"beaver/run.go",
			`func (r *agentRun) fail(stage string, reason pipeline.Reason) runResult {
`,
			`func (r *agentRun) fail(stage string, reason pipeline.Reason) runResult {
	if MUTANT {
		r.memory.sections = nil
	}
`}},
		"main", "empty", result.VerdictWrongFallback, "",
	},
	{
		"the finalizer falls back to its oldest text", []edit{{"beaver/run.go",
			`	for _, m := range slices.Backward(stored) {
`, `	order := slices.Backward(stored)
	if MUTANT {
		order = slices.All(stored)
	}
	for _, m := range order {
`}},
		"finalizer", "empty", result.VerdictWrongFallback, "",
	},
	{
		"the finalizer has no text to fall back on", []edit{{"beaver/run.go",
			`	last := lastText(r.stored)
	if last == nil {
`, `	last := lastText(r.stored)
	if last == nil || MUTANT {
`}},
		"finalizer", "empty", result.VerdictWrongFallback, "",
	},
	{
		"nobody says that the tool calls are used up", []edit{{"beaver/run.go",
			`	r.rt.Fallback(pipeline.Fallback{Stage: stage, Reason: reasonToolBudget, Tries: limit})
`,
			`	if !MUTANT {
		r.rt.Fallback(pipeline.Fallback{Stage: stage, Reason: reasonToolBudget, Tries: limit})
	}
`}},
		"main", "tool-fails-again", result.VerdictSilentDamage, "",
	},
	{
		"arguments that hold a key twice are taken", []edit{{"reply/arguments.go",
			`	case errors.Is(err, ErrKeyTwice):
`,
			`	case errors.Is(err, ErrKeyTwice) && MUTANT:
		return ""
	case errors.Is(err, ErrKeyTwice):
`}},
		"main", "tool-arguments-twice", result.VerdictSilentDamage, "",
	},
}
