package memory

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Question is Expressed's result for a question.
const Question = "asked a question"

// Phase returns the phase of the conversation after a turn (F8): exploring, narrowing, confirming or executing.
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

// Expressed returns the wishes in the user's words, as the program finds them; nothing if the message has none of
// the known words. It also matches parts of words, so it is wrong now and then. By default Understand tells the
// wishes (F8).
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

// excluded returns the two words after the first sign of something that the user does not want.
func excluded(said string) string {
	for _, sign := range []string{"no ", "not ", "exclude"} {
		if _, behind, ok := strings.Cut(said, sign); ok {
			words := strings.Fields(behind)
			return strings.Join(words[:min(2, len(words))], " ")
		}
	}
	return ""
}
