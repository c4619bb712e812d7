package beaver

import "github.com/beaver-eval/beaver-eval/pipeline"

// mode is how an attempt is carried out (P-3).
type mode string

const (
	modeSingle mode = "single"
	modeTeam   mode = "team"
)

// Values implements reply.Enum.
func (mode) Values() []string { return []string{string(modeSingle), string(modeTeam)} }

// plan is the planner's answer (P-3). A key that it does not know is an error: a mistyped depends_on would lose an edge
// in silence (FB-4).
type plan struct {
	Mode      mode        `json:"mode" reply:"required"`
	Reason    string      `json:"reason"`
	Strategy  *string     `json:"strategy"`
	Nodes     *[]planNode `json:"nodes"`
	Synthesis *string     `json:"final_synthesis_instruction"`
}

// planNode is one part of a team's work.
type planNode struct {
	ID             string   `json:"id" reply:"required"`
	Task           string   `json:"task" reply:"required"`
	Role           string   `json:"role"`
	SkillQuery     string   `json:"skill_query"`
	Capabilities   []string `json:"required_capabilities"`
	DependsOn      []string `json:"depends_on"`
	Constraints    []string `json:"constraints"`
	ExpectedOutput string   `json:"expected_output"`
}

// planDecision is what the trace keeps of a plan: its mode, and the graph.
type planDecision struct {
	Mode     mode       `json:"mode"`
	Strategy string     `json:"strategy,omitempty"`
	Nodes    []planEdge `json:"nodes,omitempty"`
}

type planEdge struct {
	ID        string   `json:"id"`
	DependsOn []string `json:"depends_on"`
}

// guidance is what a node works by when no skill fits it (E-3).
type guidance struct {
	Name        pipeline.Pieces // ephemeral:{guidance_name}
	Version     string          // ephemeral:{guidance_id}
	Description pipeline.Pieces
	Content     pipeline.Pieces
}
