package syncstate

// The tags of A4.
const (
	PlannedStep     = "planned_step"
	ReflectionStep  = "reflection_step"
	DecisionStep    = "decision_step"
	ToolDecisionTag = "tool_decision"
	Summary         = "summary"
	Think           = "_think"
	QuickThink      = "quick_think"
	ToolInstruction = "tool_instruction"
	SendMessage     = "send_message"
	ProcessMessage  = "process_message"
	GetMoreInfo     = "get_more_info"
	ReactAction     = "react_action"
	MemoryTag       = "persistent_memory"
	Instruction     = "instruction"
	Waiting         = "return_waiting_id"
	ToolName        = "tool_name"
)
