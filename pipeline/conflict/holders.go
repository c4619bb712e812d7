package conflict

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Holders returns the sources in messages of a conflict with these ends. Without ends there are none.
func Holders(messages []pipeline.Message, begin, end string) []string {
	var names []string
	for _, m := range messages {
		for _, s := range m.Sections {
			if begin != "" && inTurn(s.Text, begin, end) {
				names = append(names, holder(s, begin))
			}
		}
	}
	return names
}

// inTurn reports whether a text has two lines in this order.
func inTurn(text, first, second string) bool {
	_, behind, found := strings.Cut("\n"+text+"\n", "\n"+first+"\n")
	return found && strings.Contains("\n"+behind, "\n"+second+"\n")
}

// holder returns the source of a line in a section.
func holder(s pipeline.Section, line string) string {
	for _, piece := range s.Pieces() {
		if !strings.Contains(piece.Text, line) {
			continue
		}
		switch source := piece.Source; source.Kind {
		case pipeline.TextTemplate, pipeline.TextSkill:
			return "`" + source.Name + "`"
		case pipeline.TextCase:
			return "the case"
		case pipeline.TextAnswer:
			return "an answer"
		}
	}
	return "the text of the section `" + s.Name + "`"
}
