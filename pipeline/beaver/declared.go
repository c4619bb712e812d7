package beaver

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// What the fallbacks mean, in answers that mean the same. The harness holds this against what the system does, so nothing
// here may call the code of a fallback, nor be called by it.

// declaredRouter.
func declaredRouter(taskIsActive bool) []pipeline.Declared {
	answer := `{"action":"simple_chat"}`
	if taskIsActive {
		answer = `{"action":"continue_task"}`
	}
	return []pipeline.Declared{{Answer: &pipeline.Response{Content: answer}}}
}

// declaredSelection: A-6. A shortlist that fails is the first names by score; a final choice that fails is none.
func declaredSelection(stage string, byScore []candidate, most int) []pipeline.Declared {
	names := "[]"
	if stage == stageShortlist {
		b := []byte{'['}
		for i := 0; i < most && i < len(byScore); i++ {
			if i > 0 {
				b = append(b, ',')
			}
			b = pipeline.AppendJSONString(b, byScore[i].Name)
		}
		names = string(append(b, ']'))
	}
	return []pipeline.Declared{{Answer: &pipeline.Response{Content: names}}}
}

// declaredMain: FB-3. The fixed sentence is what the user reads and what the session keeps. An attempt on a Task stands as
// failed in the task history too (C-4), which no answer can bring about.
func declaredMain(onTask bool) []pipeline.Declared {
	if onTask {
		return []pipeline.Declared{{Then: "the user gets the fixed sentence, and the attempt stands as failed in the task history"}}
	}
	return []pipeline.Declared{{Answer: &pipeline.Response{Content: apology}}}
}

// declaredFinalizer: FB-3. The newest text of the assistant in this run, else what main declares.
func declaredFinalizer(run []pipeline.Message, onTask bool) []pipeline.Declared {
	for _, m := range slices.Backward(run) {
		if text := m.Content(); m.Role == pipeline.RoleAssistant && strings.TrimSpace(text) != "" {
			return []pipeline.Declared{{Answer: &pipeline.Response{Content: text}}}
		}
	}
	return declaredMain(onTask)
}
