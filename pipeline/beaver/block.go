package beaver

// Block is what a case, or a suite for all of its cases, says for Beaver alone. It stands under the key "beaver".
type Block struct {
	Entry   string  `json:"entry"` // router (default) or main: every message goes straight to the main agent
	Profile Profile `json:"profile"`
	Task    Task    `json:"task"` // what is known of every Task of the case besides its goal
	Limits  Limits  `json:"limits"`
}

// The entries of a case.
const (
	entryRouter = "router"
	entryMain   = "main"
)

// Profile is the agent's profile: its own system prompt and the tools that it may use.
type Profile struct {
	SystemPrompt string    `json:"system_prompt"`
	Tools        *[]string `json:"tools"` // default: all of the case's
	Allow        *[]string `json:"allow"` // when set, no other tool is offered
	Deny         []string  `json:"deny"`  // never offered
}

// Task is what a case says of its Tasks.
type Task struct {
	Description string   `json:"description"`
	Constraints []string `json:"constraints"`
}

// Limits bound a run.
type Limits struct {
	ToolIterations int `json:"tool_iterations"` // calls of one run that offer tools; default 10
}

const defaultToolIterations = 10

func (l Limits) toolIterations() int {
	if l.ToolIterations > 0 {
		return l.ToolIterations
	}
	return defaultToolIterations
}
