package mutants_test

import "github.com/beaver-eval/beaver-eval/suites/result"

// openclaw are defects of OpenClaw's fallbacks.
var openclaw = []mutant{
	{
		"the session keeps a run that has failed", []edit{{"openclaw/run.go",
			`	told := pipeline.Reply{Kind: pipeline.ReplyError,`,
			`	if MUTANT {
		r.session.commit(r.now)
	}
	told := pipeline.Reply{Kind: pipeline.ReplyError,`}},
		"main", "status-500", result.VerdictWrongFallback, "",
	},
	{
		"nobody is told that a run has failed", []edit{{"openclaw/run.go",
			`	if r.in.kind == kindHeartbeat {
		told.Kind, told.Text`,
			`	if MUTANT {
		return result{failed: true, Outcome: pipeline.Outcome{Status: pipeline.StatusFailed}}
	}
	if r.in.kind == kindHeartbeat {
		told.Kind, told.Text`}},
		"main", "connection-refused", result.VerdictError, "",
	},
	{
		"a blank answer is an apology", []edit{{"openclaw/run.go",
			`			return r.end(code.Of(string(systemprompt.Silent))), nil
`,
			`			if MUTANT {
				return r.end(code.Of(apology)), nil
			}
			return r.end(code.Of(string(systemprompt.Silent))), nil
`}},
		"main", "empty", result.VerdictWrongFallback, "",
	},
	{
		"a failed summary loses what it was of", []edit{{"openclaw/compaction.go",
			`		place.Fallback(pipeline.Fallback{Stage: stageCompaction, Reason: f.Reason, Tries: 1})
`,
			`		place.Fallback(pipeline.Fallback{Stage: stageCompaction, Reason: f.Reason, Tries: 1})
		if MUTANT {
			r.now.history = kept
		}
`}},
		"compaction", "timeout", result.VerdictWrongFallback, "",
	},
	{
		"nobody hears of a sub-agent that has failed", []edit{{"openclaw/subagents.go",
			`	for _, i := range pipeline.ByClock(places) {
`,
			`	for _, i := range pipeline.ByClock(places) {
		if MUTANT && subs[i].failed {
			continue
		}
`}},
		"main", "status-500", result.VerdictWrongFallback, "",
	},
	{
		"nothing is made shorter behind an overflow", []edit{{"openclaw/ask.go",
			`			if why.Reason != pipeline.Overflow || !r.canShorten() {
`, `			if why.Reason != pipeline.Overflow || !r.canShorten() || MUTANT {
`}},
		"main", "context-overflow", result.VerdictWrongFallback, "",
	},
}
