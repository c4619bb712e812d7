package mas

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/message"
)

// reask returns the message of a retry, with the reason (A5).
func (u *use) reask(why *pipeline.Failure, memoryOnly bool) (pipeline.Message, error) {
	c := message.Complaint{Skill: u.skill.name, Compat: u.compat}
	forbidden, _ := errors.AsType[*forbiddenError](why.Err)
	switch {
	case forbidden != nil:
		for _, name := range forbidden.names {
			c.Forbidden = append(c.Forbidden, u.rt.AnswerText(u.skill.name).Of(name))
		}
	case memoryOnly:
		c.NoMemory = true
	default:
		c.NoSteps = true
	}
	return u.prompts.Reask(c)
}
