package alfred

import "github.com/beaver-eval/beaver-eval/pipeline"

// What the fallbacks mean. The harness holds this against what the system does, so nothing here may call the code of a
// fallback, nor be called by it.

// declaredUnderstand: nobody has said anything of the entities, and Think plans (F2).
func declaredUnderstand() []pipeline.Declared { return answers("{}") }

// declaredThink: Reply says what is known; of a plan without steps the user is told that there is nothing to do (F2).
func declaredThink() []pipeline.Declared {
	return append([]pipeline.Declared{{
		Reasons: []pipeline.Reason{reasonNoSteps}, Then: "an apology in place of what Reply would say",
	}}, answers(`{"decision": null}`)...)
}

// declaredAct: the step has failed, and Reply says what is known (F0); of one that is blocked it says why (F3).
func declaredAct() []pipeline.Declared {
	return append([]pipeline.Declared{{
		Reasons: []pipeline.Reason{reasonBlocked}, Then: "the steps end here, and Reply says why",
	}}, answers(`{"action": "fail", "reason": "The step could not be carried out."}`)...)
}

// declaredQuick: nothing is looked up, and Reply says so (F7).
func declaredQuick() []pipeline.Declared { return answers(`{"tool": null}`) }

// declaredReply: the user is told that it has failed, and what the steps have done stays done (F8). effects: something
// has been done, by hand or by a node; otherwise it is as if nothing had been said.
func declaredReply(effects bool) []pipeline.Declared {
	if !effects {
		return []pipeline.Declared{{Undone: true}}
	}
	return []pipeline.Declared{{Then: "an apology; the talk is as before the turn, and what the steps did stays"}}
}

// declaredSummarize: the answer is its own summary (F0).
func declaredSummarize(answer string) []pipeline.Declared { return answers(answer) }

func answers(text string) []pipeline.Declared {
	return []pipeline.Declared{{Answer: &pipeline.Response{Content: text}}}
}
