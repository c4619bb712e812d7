package state

// The types of a step, by executor.
const (
	TypeSkill = "skill"
	TypeTool  = "tool"
)

// InstructionGeneration is the skill that writes the instruction of the following tool step.
const InstructionGeneration = "instruction_generation"

// Step is the smallest unit of work (StepState): one use of a skill or tool by one agent. It refers to its stage.
type Step struct {
	TaskID      string    `json:"task_id"`
	StageID     string    `json:"stage_id"`
	AgentID     string    `json:"agent_id"`
	ID          string    `json:"step_id"`
	Intention   Text      `json:"step_intention"`
	Type        string    `json:"type"`
	Executor    string    `json:"executor"`
	Execution   Execution `json:"execution_state"`
	Text        Text      `json:"text_content"`        // the work to do
	Instruction Order     `json:"instruction_content"` // of a tool, from instruction_generation
	Result      Dict      `json:"execute_result"`
	Manages     string    `json:"manages,omitempty"` // by a manager: the stage to decide on, or the task to plan
}

// IsTool reports whether a tool executes the step.
func (s *Step) IsTool() bool { return s.Type == TypeTool }

// Plan is a step in an answer's plan (seed 5.7).
type Plan struct {
	Intention Text   `json:"step_intention"`
	Type      string `json:"type"`
	Executor  string `json:"executor"`
	Text      Text   `json:"text_content"`
}

// Planned makes a step of a plan; it inherits task, stage and agent from the planning step.
func (s *Step) Planned(newID NewID, p Plan) *Step {
	return &Step{
		TaskID: s.TaskID, StageID: s.StageID, AgentID: s.AgentID, ID: newID("step"),
		Intention: p.Intention, Type: p.Type, Executor: p.Executor, Execution: Init, Text: p.Text,
	}
}
