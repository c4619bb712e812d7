package openclaw

import "github.com/beaver-eval/beaver-eval/pipeline"

// Stages implements pipeline.System.
func (*System) Stages() []pipeline.Stage {
	return []pipeline.Stage{
		{
			Name: stageSkills, Fallback: "the skill is dropped and named (O-12)",
			Reasons: []pipeline.Reason{reasonUnreadable, reasonInvalid, reasonTooLarge},
			Decides: []pipeline.Decides{pipeline.DecidesSkills},
		},
		{Name: stagePrompt},
		{
			Name: stageAssemble, Fallback: "the messages as they are (O-30)", Reasons: []pipeline.Reason{reasonEngine},
		},
		{
			Name: stageCompaction, Calls: true, Leaf: "summary", Reads: pipeline.ReadsText, NoTools: true,
			Fallback: "the history stays as it was (O-31)",
		},
		{
			Name: stageMain, Calls: true, Reads: pipeline.ReadsText, Reasons: []pipeline.Reason{reasonToolBudget},
			Tools: []string{toolRead, toolWrite, toolEdit, toolSpawn},
			Fallback: "a reply that says so, and the session is as before; of a heartbeat no reply; a blank answer " +
				"is silence (O-41)",
		},
		{
			Name: stageTool, Fallback: "a tool message that says what went wrong (O-41)",
			Reasons: []pipeline.Reason{reasonToolError},
		},
		{Name: stageNormalise, Values: map[string][]string{"kind": {pipeline.ReplyAnswer, pipeline.ReplySilent}}},
	}
}
