package conflict

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Holders name the texts that put a conflict with these ends into messages. Without ends there are none.
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

// inTurn reports whether a text has two lines, the one behind the other.
func inTurn(text, first, second string) bool {
	_, behind, found := strings.Cut("\n"+text+"\n", "\n"+first+"\n")
	return found && strings.Contains("\n"+behind, "\n"+second+"\n")
}

// holder names the text that a line of a section is from.
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
