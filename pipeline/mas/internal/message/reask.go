package message

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/python"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// Complaint is the reason to retry a step of planning, reflection or decision (A5). One of NoSteps, NoMemory and
// Forbidden is set.
type Complaint struct {
	Skill     string
	Compat    state.Compat
	NoSteps   bool              // the tag of the steps is missing
	NoMemory  bool              // the tag of the memory is missing
	Forbidden []pipeline.Pieces // executors that the agent may not use
}

// Reask returns the message of a retry.
func (p *Prompts) Reask(c Complaint) (pipeline.Message, error) {
	d := reaskData{Program: c.Compat != state.Document, NoSteps: c.NoSteps, NoMemory: c.NoMemory}
	switch c.Skill {
	case "reflection":
		d.Tag, d.Noun, d.Goal = "reflection_step", "反思步骤", "追加反思step"
	case "decision":
		d.Tag, d.Noun, d.Goal = "decision_step", "决策结果", "追加决策step"
	default:
		d.Tag, d.Noun, d.Goal = "planned_step", "规划步骤", "完成当前阶段Stage目标"
	}
	if len(c.Forbidden) > 0 {
		d.Forbidden = python.List(c.Forbidden...)
	}
	messages, err := p.user(nil, fileReask, d)
	return messages[0], err
}
