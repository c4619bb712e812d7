package mas

// The JSON that skills accept between their tags, apart from what only the team knows, such as the agents and stages
// that there are. The code that reads answers does not use it.
const (
	schemaSteps = `{"type": "array", "minItems": 1, "items": {"type": "object",
		"properties": {"step_intention": {"type": "string"}, "type": {"type": "string"}, "executor": {"type": "string"},
			"text_content": {"type": "string"}},
		"required": ["type", "executor"]}}`
	schemaDecision = `{"type": "array", "items": {"type": "object",
		"properties": {"step_intention": {"type": "string"}, "type": {"type": "string"}, "executor": {"type": "string"},
			"text_content": {"type": "string"}},
		"required": ["type", "executor"]}}`
	schemaMessage = `{"type": "object",
		"properties": {"sender_id": {"type": "string"}, "receiver": {"type": ["array", "string"], "items": {"type": "string"}},
			"message": {"type": "string"}, "stage_relative": {"type": "string"}, "need_reply": {"type": "boolean"}},
		"required": ["sender_id", "receiver", "message", "stage_relative", "need_reply"]}`
	schemaOrder = `{"type": "object",
		"properties": {
			"action": {"enum": ["add_task", "add_stage", "finish_stage", "retry_stage", "finish_task"]},
			"task_id": {"type": "string"}, "stage_id": {"type": "string"}, "task_intention": {"type": "string"},
			"summary": {"type": "string"}, "new_stage_intention": {"type": "string"},
			"new_agent_allocation": {"type": "object", "additionalProperties": {"type": "string"}},
			"stages": {"type": "array", "items": {"type": "object",
				"properties": {"stage_intention": {"type": "string"},
					"agent_allocation": {"type": "object", "additionalProperties": {"type": "string"}}},
				"required": ["stage_intention", "agent_allocation"]}}},
		"required": ["action"]}`
	schemaAgents = `{"type": "object",
		"properties": {"action": {"enum": ["add_task_participant"]}, "task_id": {"type": "string"},
			"agents": {"type": "array", "minItems": 1, "items": {"type": "string"}}},
		"required": ["action", "agents"]}`
	schemaAsk = `{"type": "object",
		"properties": {
			"type": {"enum": ["managed_task_and_stage_info", "assigned_task_and_stage_info", "task_info", "stage_info"]},
			"task_id": {"type": "string"}, "stage_id": {"type": "string"}},
		"required": ["type"]}`
)

// schema returns the schema of a skill's answers; empty: a text, or a tool's instruction of any form.
func (sk skill) schema() string {
	switch sk.name {
	case planning, reflection, decision:
		return schemaSteps
	case toolDecision:
		return schemaDecision
	case sendMessage:
		return schemaMessage
	case taskManager:
		return schemaOrder
	case agentManager:
		return schemaAgents
	case askInfo:
		return schemaAsk
	}
	return ""
}
