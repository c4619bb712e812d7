package state

// The types of a step: who executes it.
const (
	TypeSkill = "skill"
	TypeTool  = "tool"
)

// InstructionGeneration is the skill that writes the instruction of the tool step behind it.
const InstructionGeneration = "instruction_generation"

// Step is the smallest unit of work (StepState): one use of a skill or tool by one agent. It points to its stage.
type Step struct {
	TaskID      string    `json:"task_id"`
	StageID     string    `json:"stage_id"`
	AgentID     string    `json:"agent_id"`
	ID          string    `json:"step_id"`
	Intention   Text      `json:"step_intention"`
	Type        string    `json:"type"`
	Executor    string    `json:"executor"`
	Execution   Execution `json:"execution_state"`
	Text        Text      `json:"text_content"`        // what is to be done
	Instruction Order     `json:"instruction_content"` // of a tool, from instruction_generation
	Result      Dict      `json:"execute_result"`
}

// IsTool reports whether a tool executes the step.
func (s *Step) IsTool() bool { return s.Type == TypeTool }

// Plan is a step as an answer plans it (seed 5.7).
type Plan struct {
	Intention Text   `json:"step_intention"`
	Type      string `json:"type"`
	Executor  string `json:"executor"`
	Text      Text   `json:"text_content"`
}

// Planned makes a step of a plan; it inherits task, stage and agent of the step that planned it.
func (s *Step) Planned(newID NewID, p Plan) *Step {
	return &Step{
		TaskID: s.TaskID, StageID: s.StageID, AgentID: s.AgentID, ID: newID("step"),
		Intention: p.Intention, Type: p.Type, Executor: p.Executor, Execution: Init, Text: p.Text,
	}
}
