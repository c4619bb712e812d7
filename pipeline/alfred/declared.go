package alfred

import "github.com/beaver-eval/beaver-eval/pipeline"

// What the fallbacks mean. The harness holds this against what the system does, so nothing here may call the code of a
// fallback, nor be called by it.

// declaredUnderstand: nobody has said anything of the entities, and Think plans (F2).
func declaredUnderstand() []pipeline.Declared { return answers("{}") }

// declaredThink: an apology where a plan has no steps, else Reply says what is known (F2).
func declaredThink() []pipeline.Declared {
	nothing := pipeline.Declared{
		Reasons: []pipeline.Reason{reasonNoSteps}, Answer: &pipeline.Response{Content: `{"decision": "plan_direct"}`},
	}
	return append([]pipeline.Declared{nothing}, answers(`{"decision": null}`)...)
}

// declaredAct: the step has failed, and Reply says what is known (F0).
func declaredAct() []pipeline.Declared {
	return answers(`{"action": "fail", "reason": "The step could not be carried out."}`)
}

// declaredQuick: the look-up cannot be carried out, and Reply says so (F7).
func declaredQuick() []pipeline.Declared { return answers(`{"tool": "db_read", "params": "none"}`) }

// declaredReply: the user is told that it has failed, and what the steps have done stays done (F8).
func declaredReply() []pipeline.Declared {
	return []pipeline.Declared{{Then: "an apology; the talk is as before the turn, and what the steps did stays"}}
}

// declaredSummarize: the answer is its own summary (F0).
func declaredSummarize(answer string) []pipeline.Declared { return answers(answer) }

func answers(text string) []pipeline.Declared {
	return []pipeline.Declared{{Answer: &pipeline.Response{Content: text}}}
}
