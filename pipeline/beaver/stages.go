package beaver

import "github.com/beaver-eval/beaver-eval/pipeline"

// Stages implements pipeline.System.
func (s *System) Stages() []pipeline.Stage {
	return []pipeline.Stage{
		{
			Name: stageRouter, Calls: true, Reads: pipeline.ReadsJSON,
			Fallback: "continue_task with an active Task, else simple_chat (R-6, R-7)",
			Decides:  []pipeline.Decides{pipeline.DecidesRoute},
			Values:   map[string][]string{"action": action("").Values()},
			Remarks:  []string{"reason"},
			Tries:    2, Again: []pipeline.Reason{pipeline.Timeout, pipeline.Transport},
			Example: `{"action": "simple_chat"}`, Schema: schemaRouter,
		},
		{
			Name: stagePlanner, Calls: true, Reads: pipeline.ReadsJSON, Fallback: "mode single (P-5)",
			Reasons: []pipeline.Reason{reasonInvalidGraph, reasonResolver},
			Decides: []pipeline.Decides{pipeline.DecidesPlan},
			Values:  map[string][]string{"mode": mode("").Values(), "strategy": strategies()},
			Example: `{"mode": "single"}`, Schema: schemaPlanner,
			Refuses: map[pipeline.Reason]string{reasonInvalidGraph: `{"mode": "team", "strategy": "dag", ` +
				`"nodes": [{"id": "a", "task": "…", "depends_on": ["a"]}], "final_synthesis_instruction": "…"}`},
		},
		{
			Name: stageResolver, Calls: true, Reads: pipeline.ReadsJSON, Fallback: "guidance (K-5)",
			Reasons: []pipeline.Reason{reasonUnknownName}, Example: `[]`, Schema: schemaNames, Refuses: refusesUnknown(),
		},
		{
			Name: stageGuidance, Calls: true, Reads: pipeline.ReadsJSON,
			Fallback: "guidance made without a model (E-4)",
			Example:  `{"guidance_name": "…", "description": "…", "content": "…", "tags": []}`,
			Schema:   schemaGuidance,
		},
		{
			Name: stageShortlist, Calls: true, Reads: pipeline.ReadsJSON,
			Fallback: "the first candidates by retrieval score (A-6)",
			Reasons:  []pipeline.Reason{reasonUnknownName}, Example: `[]`, Refuses: refusesUnknown(),
		},
		{
			Name: stageFinal, Calls: true, Reads: pipeline.ReadsJSON, Fallback: "no skill is activated (A-6)",
			Reasons: []pipeline.Reason{reasonUnknownName, reasonResolver},
			Decides: []pipeline.Decides{pipeline.DecidesSkills}, Example: `[]`, Schema: schemaNames,
			Refuses: refusesUnknown(),
		},
		{Name: "session"},
		{Name: "memory"},
		{Name: "tools"},
		{
			Name: stageMain, Calls: true, Reads: pipeline.ReadsText, Reasons: []pipeline.Reason{reasonToolBudget},
			Fallback: "the run has failed and the user gets one fixed sentence; over the tool budget: the finalizer " +
				"(FB-3, M-6)",
		},
		{
			Name: stageNode, Leaf: stageMain, Calls: true, Reads: pipeline.ReadsText,
			Reasons: []pipeline.Reason{reasonToolBudget},
			Fallback: "the node has failed, and those that depend on it are skipped (D-3); over the tool budget: the " +
				"finalizer",
		},
		{Name: "tool-loop", Fallback: "a tool message that says what went wrong (T-3)"},
		{
			Name: stageFinalizer, Calls: true, Reads: pipeline.ReadsText, NoTools: true,
			Fallback: "the last answer of the run that has text, else the fixed sentence (FB-3)",
		},
		{Name: "evidence"},
		{
			Name: stageDraft, Calls: true, Reads: pipeline.ReadsJSON,
			Fallback: "a base frontmatter and the evidence as body (L-4)",
			Decides:  []pipeline.Decides{pipeline.DecidesDraft},
			Values:   map[string][]string{"action": {draftNew, draftRevise, draftMerge}, "findings": safetyRules()},
			Example:  `{"frontmatter": {"description": "…", "tools": []}, "content": "…", "change_reason": "…"}`,
			Schema:   schemaDraft,
		},
		{Name: stageSafety},
		{
			Name: stageReview, Decides: []pipeline.Decides{pipeline.DecidesReview},
			Values: map[string][]string{
				"asked": {pipeline.Published, pipeline.Rejected}, "outcome": pipeline.ReviewOutcomes(),
				"action": {draftNew, draftRevise, draftMerge, ""},
			},
		},
	}
}

// refusesUnknown returns a list of skills that no case has.
func refusesUnknown() map[pipeline.Reason]string {
	return map[pipeline.Reason]string{reasonUnknownName: `["…"]`}
}
