package ollamatest

import (
	"io"
	"slices"
)

// StagesContext is the context of the model of Stages, in tokens. English prompts have three or four bytes a token.
const StagesContext = 16384

// Stages writes a model that answers every stage of Beaver, OpenClaw and Agens that asks a model: it knows a stage by
// the phrase of its system message that no other one has, and chooses among the stage's answers by words of the user.
// The same prompt gets the same answer at all usual temperatures.
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
