package ollamatest

import (
	"io"
	"slices"
)

// StagesContext is the context of Stages' model, in tokens. English prompts have three or four bytes per token.
const StagesContext = 16384

// Stages writes a model that answers all model calls of Beaver, OpenClaw and Agens: it recognizes a stage by a unique
// phrase of its system message, and chooses among the stage's answers by words of the user. The same prompt gets the
// same answer at all usual temperatures.
func Stages(w io.Writer) error {
	m, err := wire(stagesCircuit(), newVocabulary(learnMerges(commonTexts())))
	if err != nil {
		return err
	}
	return m.write(w)
}

func stagesCircuit() circuit {
	return circuit{
		name: "stages", context: StagesContext,
		marks: []mark{
			inConversation - 1: {[]string{tokenUser}},
			inLast - 1:         {[]string{tokenLast}},
			inSaid - 1: {[]string{
				"Current user message:", "Current user request:", "## Current Message", "**User said**:",
			}},
		},
		signs: slices.Concat(stageSigns(), wishSigns(), thingSigns(), alfredSigns(), masSigns()),
		answers: slices.Concat(routerAnswers(), plannerAnswers(), skillAnswers(), runAnswers(), servingAnswers(),
			alfredAnswers(), masAnswers()),
	}
}
