package beaver

import (
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Each prompt for a text that somebody reads says in which language to write it.
func TestLanguage_LG1(t *testing.T) {
	m := planned(teamAnswer(strategyDAG, oneNode))
	converse(t, pipeline.Case{}, m, append(users("写一封信。"), judges("谢谢。", pipeline.Accepted)))
	for path, want := range map[string]string{
		"turn-1/router":          "in the language of the current user message",
		"turn-1/planner":         "in the language of the current user request",
		"turn-1/node:a/guidance": "in the language of the node's task",
		"turn-1/node:a/main-1":   "in the language of the current message",
		"turn-1/main-1":          "in the language of the current message",
		"turn-2/draft":           "in the language of the Task's goal",
	} {
		var all strings.Builder
		for _, message := range m.at(t, path).Messages {
			all.WriteString(message.Content())
		}
		if !strings.Contains(all.String(), want) {
			t.Errorf("%s: no %q in\n%s", path, want, all.String())
		}
	}
}
