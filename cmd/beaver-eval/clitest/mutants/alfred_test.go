package mutants_test

import "github.com/beaver-eval/beaver-eval/suites/result"

// alfred are defects of Alfred's fallbacks.
var alfred = []mutant{
	{
		"the talk keeps a turn whose reply has failed", []edit{{"alfred/reply.go",
			`	if failed != nil { // nothing of the talk is kept (F8)
`,
			`	if failed != nil { // nothing of the talk is kept (F8)
		if MUTANT {
			t.talk = t.talk.Add(memory.Turn{User: t.message, Assistant: t.inTheirLanguage(apology)})
			t.conversation.kept = t.kept
		}
`}},
		"reply", "status-500", result.VerdictWrongFallback, "",
	},
	{
		"nobody hears that there is no reply", []edit{{"alfred/reply.go",
			`			Status:  pipeline.StatusFailed,
			Replies: []pipeline.Reply{{Kind: pipeline.ReplyError, Text: t.inTheirLanguage(apology).String()}},
`,
			`			Status:  pipeline.StatusFailed,
			Replies: []pipeline.Reply{{Kind: pipeline.ReplyError, Text: t.inTheirLanguage(apology).String()}}[:map[bool]int{false: 1}[MUTANT]],
`}},
		"reply", "timeout", result.VerdictError, "",
	},
	{
		"a failed plan is the step that the user has asked for", []edit{{"alfred/think.go",
			`	p = p.settled()
`,
			`	if MUTANT && failed != nil {
		p = thought{Steps: []planned{{Description: t.message.String(), Type: stepRead, Subdomain: "recipes"}}}
	}
	p = p.settled()
`}},
		"think", "empty", result.VerdictWrongFallback, "",
	},
	{
		"the reply is not told that a step has failed", []edit{{"alfred/step.go",
			`			return ending{ended: true, why: code.Of(stepFailed)}, nil
`,
			`			if MUTANT {
				return ending{ended: true}, nil
			}
			return ending{ended: true, why: code.Of(stepFailed)}, nil
`}},
		"act", "connection-refused", result.VerdictWrongFallback, "",
	},
	{
		"the next step begins behind one that has failed", []edit{{"alfred/step.go",
			`			w.leave()
`,
			`			w.leave()
			if MUTANT {
				return ending{}, nil
			}
`}},
		"act", "empty", result.VerdictWrongFallback, "",
	},
	{
		"a failed look-up reads the first table", []edit{{"alfred/quick.go",
			`		end.why = code.Of(lookUpFailed)
	} else if`,
			`		end.why = code.Of(lookUpFailed)
		if MUTANT {
			if end, err = t.quickRead(u, quickAction{Tool: toolRead}); err != nil {
				return pipeline.Outcome{}, err
			}
		}
	} else if`}},
		"act-quick", "wrong-type", result.VerdictWrongFallback, "",
	},
	{
		"a failed summary stands for the answer", []edit{{"alfred/summarize.go",
			`	if failed != nil {
`, `	if failed != nil && MUTANT {
		return code.Of("(no summary)"), nil
	}
	if failed != nil {
`}},
		"summarize", "timeout", result.VerdictWrongFallback, "",
	},
	{
		"all is forgotten where nobody has curated", []edit{{"alfred/understand.go",
			`	if failed == nil {
`, `	if failed != nil && MUTANT {
		t.Registry.Clear()
	}
	if failed == nil {
`}},
		"understand", "prose", result.VerdictWrongFallback, "",
	},
	{
		"nobody says that Understand has failed", []edit{{"alfred/ask.go",
			`	if ok {
`, `	if ok && !(MUTANT && stage == stageUnderstand) {
`}},
		"understand", "status-500", result.VerdictSilentDamage, "",
	},
}
