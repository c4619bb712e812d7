package alfred

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
)

// withoutIDs masks messages: the last check before a call, whatever a user or a model has written.
func (t *turn) withoutIDs(messages []pipeline.Message) []pipeline.Message {
	mask := t.Mask()
	for i, m := range messages {
		for j, s := range m.Sections {
			if mask.Text(s.Text) != s.Text {
				messages[i].Sections[j] = pipeline.NewSection(s.Name, hide(mask, s.Pieces()))
			}
		}
	}
	return messages
}

// hide removes ids from a text whose pieces keep their sources.
func hide(mask *memory.Mask, text pipeline.Pieces) pipeline.Pieces {
	s := text.String()
	if without := mask.Text(s); without != s {
		return text.Rewritten(without, mask.Text)
	}
	return text
}
