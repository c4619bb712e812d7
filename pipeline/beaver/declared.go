package beaver

import (
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

// declaredMain: FB-3. The fixed sentence is what the user reads and what the session keeps.
func declaredMain() []pipeline.Declared {
	return []pipeline.Declared{{Answer: &pipeline.Response{Content: apology}}}
}

// declaredFinalizer: FB-3. The newest text of the assistant in this run, else the fixed sentence.
func declaredFinalizer(run []pipeline.Message) []pipeline.Declared {
	answer := apology
	for _, m := range run {
		if text := m.Content(); m.Role == pipeline.RoleAssistant && strings.TrimSpace(text) != "" {
			answer = text
		}
	}
	return []pipeline.Declared{{Answer: &pipeline.Response{Content: answer}}}
}
