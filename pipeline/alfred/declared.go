package alfred

import "github.com/beaver-eval/beaver-eval/pipeline"

// The meanings of the fallbacks. The harness compares them with the system's behaviour, so nothing here may call the
// code of a fallback, nor be called by it.

// declaredUnderstand: no decision on the entities, and Think plans (F2).
func declaredUnderstand() []pipeline.Declared { return answers("{}") }

// declaredThink: Reply tells what is known; for a plan without steps the user learns that there is nothing to do (F2).
func declaredThink() []pipeline.Declared {
	return append([]pipeline.Declared{{
		Reasons: []pipeline.Reason{reasonNoSteps}, Then: "an apology in place of what Reply would say",
	}}, answers(`{"decision": null}`)...)
}

// declaredAct: the step has failed, and Reply tells what is known (F0); for a blocked one it tells why (F3).
func declaredAct() []pipeline.Declared {
	return append([]pipeline.Declared{{
		Reasons: []pipeline.Reason{reasonBlocked}, Then: "the steps end here, and Reply says why",
	}}, answers(`{"action": "fail", "reason": "The step could not be carried out."}`)...)
}

// declaredQuick: nothing is looked up, and Reply says so (F7).
func declaredQuick() []pipeline.Declared { return answers(`{"tool": null}`) }

// declaredReply: the user learns that it has failed, and effects of the steps remain (F8). effects: there are some, by
// hand or by a node; otherwise it is as if the user had said nothing.
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
