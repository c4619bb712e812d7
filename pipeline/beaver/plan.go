package beaver

import "github.com/beaver-eval/beaver-eval/pipeline"

// mode is the mode of an attempt (P-3).
type mode string

const (
	modeSingle mode = "single"
	modeTeam   mode = "team"
)

// Values implements reply.Enum.
func (mode) Values() []string { return []string{string(modeSingle), string(modeTeam)} }

// plan is the planner's answer (P-3). An unknown key is an error: a mistyped depends_on would silently lose an edge
// (FB-4).
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

// planDecision is a plan in the trace: its mode, and the graph.
type planDecision struct {
	Mode     mode       `json:"mode"`
	Strategy string     `json:"strategy,omitempty"`
	Nodes    []planEdge `json:"nodes,omitempty"`
}

type planEdge struct {
	ID        string   `json:"id"`
	DependsOn []string `json:"depends_on"`
}

// guidance guides a node without a fitting skill (E-3).
type guidance struct {
	Name        pipeline.Pieces // ephemeral:{guidance_name}
	Version     string          // ephemeral:{guidance_id}
	Description pipeline.Pieces
	Tags        []pipeline.Pieces // one line each
	Content     pipeline.Pieces
}
