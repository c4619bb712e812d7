package memory

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Question is what Expressed says of a question.
const Question = "asked a question"

// Phase is where the talk stands after a turn (F8): exploring, narrowing, confirming or executing.
func Phase(decision string, stepTypes []string, hasResults bool) string {
	switch {
	case decision == "propose" || decision == "clarify" || !hasResults:
		return "exploring"
	case slices.Contains(stepTypes, "write"):
		return "executing"
	case slices.Contains(stepTypes, "generate"):
		return "confirming"
	case slices.Contains(stepTypes, "analyze"):
		return "narrowing"
	}
	return "exploring"
}

// Expressed is what the user's words tell of their wishes (F8); nothing, when none of the words that it looks for is in
// the message. It looks for parts of words too, so it is wrong now and then, as the program is.
func Expressed(message pipeline.Pieces) pipeline.Pieces {
	said := strings.ToLower(message.String())
	if words := excluded(said); words != "" {
		return say("excluded: ", message.Source().Of(words))
	}
	for _, sign := range []struct {
		of   []string
		says string
	}{
		{[]string{"want", "prefer"}, "expressed preference"},
		{[]string{"quick", "fast"}, "wants quick options"},
		{[]string{"?"}, Question},
		{[]string{"yes", "ok", "sure", "yeah", "sounds good", "perfect"}, "confirmed"},
	} {
		if slices.ContainsFunc(sign.of, func(word string) bool { return strings.Contains(said, word) }) {
			return code(sign.says)
		}
	}
	return nil
}

// excluded are the two words behind the first sign of something that the user does not want.
func excluded(said string) string {
	for _, sign := range []string{"no ", "not ", "exclude"} {
		if _, behind, ok := strings.Cut(said, sign); ok {
			words := strings.Fields(behind)
			return strings.Join(words[:min(2, len(words))], " ")
		}
	}
	return ""
}
