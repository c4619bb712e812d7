package mas

import "github.com/beaver-eval/beaver-eval/pipeline"

// Stages implements pipeline.System.
func (s *System) Stages() []pipeline.Stage {
	var all []pipeline.Stage
	for _, sk := range skills() {
		all = append(all, sk.stage())
	}
	return append(all,
		pipeline.Stage{
			Name: stageTool, Fallback: "the step fails, or stays pending without an instruction (A5)",
			Reasons: []pipeline.Reason{reasonNoInstruction, reasonToolError},
		},
		pipeline.Stage{
			Name: stageDispatch, Fallback: "nobody gets the message in the place of who is not there (A7)",
			Decides: []pipeline.Decides{pipeline.DecidesRoute}, Reasons: []pipeline.Reason{reasonUnknownAgent},
		},
		pipeline.Stage{
			Name: stageSync, Fallback: "the turn ends as failed, and what is left waits for the next one",
			Reasons: []pipeline.Reason{reasonRounds},
		},
	)
}

// stage returns the harness's view of a skill. Each agent can have its own model for it.
func (sk skill) stage() pipeline.Stage {
	s := pipeline.Stage{
		Name: sk.name, Calls: true, Reads: pipeline.ReadsTagged, NoTools: true,
		Variants: []string{pipeline.AnyVariant}, Example: sk.example, Schema: sk.schema(),
		Fallback: "the step fails, stage and task are told; the agent goes on with its next step (A5)",
	}
	if sk.name == generation {
		s.Reasons = []pipeline.Reason{reasonNoToolStep}
	}
	if !sk.plans {
		return s
	}
	s.Decides = []pipeline.Decides{pipeline.DecidesPlan}
	s.Fallback = "asked again for the plan, for other executors and for the memory, once each; then the step fails, " +
		"or where the memory alone is missing, that stays as it was (A5)"
	s.Reasons = []pipeline.Reason{reasonForbidden}
	step := func(executor string) string {
		return `[{"step_intention": "…", "type": "skill", "executor": "` + executor + `", "text_content": "…"}]`
	}
	s.Refuses = map[pipeline.Reason]string{
		reasonForbidden: sk.between(step("nobody")), pipeline.Schema: sk.between("[]"),
	}
	if sk.name != decision {
		s.Reasons = append(s.Reasons, reasonMemoryLost)
		s.Refuses[reasonMemoryLost] = sk.between(step("summary"))
	}
	return s
}
