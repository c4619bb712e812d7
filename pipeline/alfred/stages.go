package alfred

import "github.com/beaver-eval/beaver-eval/pipeline"

const (
	stageContexts   = "contexts"
	stageUnderstand = "understand"
	stageThink      = "think"
	stageAct        = "act"
	stageQuick      = "act-quick"
	stageCrud       = "crud"
	stageReply      = "reply"
	stageSummarize  = "summarize"
)

// Alfred's own reasons.
const (
	reasonUnknownRef pipeline.Reason = "unknown_ref" // unknown references: they are ignored (F5)
	reasonNoSteps    pipeline.Reason = "no_steps"    // an empty plan for immediate execution (F2)
	reasonBlocked    pipeline.Reason = "blocked"     // the step cannot go on; the detail begins with the code (F3)
	reasonToolError  pipeline.Reason = "tool_error"  // of the database
	reasonNewContent pipeline.Reason = "new_content" // a row with invented text (F0)
	reasonRedundant  pipeline.Reason = "redundant_read"
)

// The models are chosen by the difficulty of the work (F2). Only Act's differs from step to step.
const (
	low    = "low"    // steps that read or write
	medium = "medium" // steps that analyze
	high   = "high"   // steps that generate
)

// Understand's decisions: the path of the turn.
const (
	wayClarify = "clarify"
	wayQuick   = "quick"
	wayPlan    = "plan"
)

// Stages implements pipeline.System.
func (*System) Stages() []pipeline.Stage {
	return []pipeline.Stage{
		{
			Name:     stageContexts,
			Fallback: "references that nobody knows are left out; what is loaded is read again",
			Reasons:  []pipeline.Reason{reasonUnknownRef, reasonRedundant},
		},
		{
			Name: stageUnderstand, Calls: true, Reads: pipeline.ReadsJSON, Schema: schemaUnderstand,
			Fallback: "no curation, and on to think (F2)", Decides: []pipeline.Decides{pipeline.DecidesRoute},
			Values:  map[string][]string{"action": {wayClarify, wayQuick, wayPlan}},
			Example: `{"referenced_entities": []}`,
		},
		{
			Name: stageThink, Calls: true, Reads: pipeline.ReadsJSON, Schema: schemaThink,
			Fallback: "on to reply without a plan; of a plan without steps an apology (F2)",
			Reasons:  []pipeline.Reason{reasonNoSteps},
			Decides:  []pipeline.Decides{pipeline.DecidesPlan},
			Values:   map[string][]string{"mode": decision("").Values()},
			Example:  `{"goal": "…", "decision": "propose", "proposal_message": "…"}`,
			Refuses:  map[pipeline.Reason]string{reasonNoSteps: `{"decision": "plan_direct", "steps": []}`},
		},
		{
			Name: stageAct, Calls: true, Reads: pipeline.ReadsJSON, Schema: schemaAct,
			Fallback: "the steps end here, and on to reply with what is known (F0)",
			Reasons:  []pipeline.Reason{reasonBlocked, pipeline.ToolBudget},
			Variants: []string{low, medium, high}, Tools: toolNames(),
			Values:  map[string][]string{"action": actionKind("").Values()},
			Example: `{"action": "step_complete", "result_summary": "…"}`,
			Refuses: map[pipeline.Reason]string{
				reasonBlocked: `{"action": "blocked", "reason_code": "PLAN_INVALID", "details": "…"}`,
			},
		},
		{
			Name: stageQuick, Calls: true, Reads: pipeline.ReadsJSON, Schema: schemaQuick,
			Fallback: "on to reply with what is known; a look-up that Understand has not described goes to think (F7)",
			Reasons:  []pipeline.Reason{reasonBlocked}, Tools: toolNames(),
			Example: `{"tool": "db_read", "params": {"table": "recipes"}}`,
			Refuses: map[pipeline.Reason]string{reasonBlocked: `{"tool": "db_read", "params": {"table": "recipes", "filters": "all"}}`},
		},
		{
			Name: stageCrud, Fallback: "what is wrong is the result of the call; a row that is made up is stored",
			Reasons: []pipeline.Reason{reasonToolError, reasonNewContent},
		},
		{
			Name: stageReply, Calls: true, Reads: pipeline.ReadsText, NoTools: true,
			Fallback: "an apology, and nothing of the turn's talk is kept (F8)",
		},
		{
			Name: stageSummarize, Calls: true, Reads: pipeline.ReadsText, NoTools: true,
			Fallback: "the answer is kept as it is (F0)",
		},
	}
}

// JSON Schemas of the answers that the stages accept. They are written apart from the code that reads them.
const (
	schemaUnderstand = `{"type": "object", "properties": {
		"referenced_entities": {"type": ["array", "null"], "items": {"type": "string"}},
		"entity_curation": {"type": ["object", "null"], "properties": {
			"retain_active": {"type": ["array", "null"], "items": {"type": "object", "required": ["ref"],
				"properties": {"ref": {"type": "string"}, "reason": {"type": ["string", "null"]}}}},
			"demote": {"type": ["array", "null"], "items": {"type": "string"}},
			"drop": {"type": ["array", "null"], "items": {"type": "string"}},
			"clear_all": {"type": ["boolean", "null"]}, "curation_summary": {"type": ["string", "null"]}}},
		"needs_disambiguation": {"type": ["boolean", "null"]},
		"disambiguation_options": {"type": ["array", "null"], "items": {"type": "string"}},
		"disambiguation_question": {"type": ["string", "null"]},
		"needs_clarification": {"type": ["boolean", "null"]},
		"clarification_questions": {"type": ["array", "null"], "items": {"type": "string"}},
		"quick_mode": {"type": ["boolean", "null"]}, "quick_intent": {"type": ["string", "null"]},
		"quick_subdomain": {"type": ["string", "null"]}}}`
	schemaThink = `{"type": "object", "properties": {
		"goal": {"type": ["string", "null"]}, "decision": {"enum": ["plan_direct", "propose", "clarify", null]},
		"steps": {"type": ["array", "null"], "items": {"type": "object", "required": ["description", "step_type"],
			"properties": {"description": {"type": "string"},
				"step_type": {"enum": ["read", "analyze", "generate", "write"]},
				"subdomain": {"type": ["string", "null"]}, "group": {"type": ["integer", "null"]}}}},
		"proposal_message": {"type": ["string", "null"]},
		"clarification_questions": {"type": ["array", "null"], "items": {"type": "string"}}},
		"if": {"required": ["decision"], "properties": {"decision": {"const": "plan_direct"}}},
		"then": {"required": ["steps"], "anyOf": [{"properties": {"steps": {"type": "array", "minItems": 1}}},
			{"required": ["proposal_message"], "properties": {"proposal_message": {"type": "string", "minLength": 1}}}]}}`
	schemaAct = `{"type": "object", "required": ["action"], "properties": {
		"action": {"enum": ["tool_call", "step_complete", "request_schema", "retrieve_step", "ask_user", "blocked",
			"fail"]}}}`
	schemaQuick = `{"type": "object", "properties": {
		"tool": {"enum": ["db_read", "db_create", "db_update", "db_delete", "", null]}}}`
)
