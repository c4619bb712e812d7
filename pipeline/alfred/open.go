package alfred

import (
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/database"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/record"
)

// Open implements pipeline.System.
func (s *System) Open(c pipeline.Case) (pipeline.Conversation, error) {
	b, ok := c.Block.(*Block)
	if !ok {
		b = &Block{}
	}
	if b.Compat != "" && b.Compat != asProgram {
		return nil, wrong("compat: want %s or nothing, got %q", asProgram, b.Compat)
	}
	rows := &record.Object{}
	if len(b.Tables) > 0 {
		var err error
		if rows, err = record.ParseObject(b.Tables); err != nil {
			return nil, wrong("tables: %v", err)
		}
	}
	kitchen := memory.Kitchen()
	for _, name := range slices.Sorted(maps.Keys(b.Guidance)) {
		if all := kitchen.Subdomains(); !slices.Contains(all, name) {
			return nil, wrong("guidance: there is no subdomain %q (there are: %s)", name, strings.Join(all, ", "))
		}
	}
	loaded, err := database.Load(kitchen, rows)
	if err != nil {
		return nil, wrong("tables: %v", err)
	}
	loaded.AnyColumn = b.program()
	conv := &conversation{
		prompts: s.Loaded(), block: *b, Layer: &database.Layer{Tables: loaded, Registry: memory.NewRegistry(kitchen,
			b.program())},
	}
	conv.talk = talkOf(c.History, b.About)
	mask := conv.Mask()
	mask.Learn(b.Profile, b.About, string(b.Tables))
	mask.Learn(slices.Collect(maps.Values(b.Guidance))...)
	for _, m := range c.History {
		mask.Learn(m.Content())
	}
	return conv, nil
}

// talkOf returns the initial conversation of a case: the user's messages, each with its answer.
func talkOf(history []pipeline.Message, about string) memory.Conversation {
	talk := memory.Conversation{Engagement: blockText("about").Of(about)}
	var open *memory.Turn
	for _, m := range history {
		switch {
		case m.Role == pipeline.RoleUser:
			if open != nil {
				talk = talk.Add(*open)
			}
			open = &memory.Turn{User: m.Pieces()}
		case m.Role == pipeline.RoleAssistant && open != nil && m.Content() != "":
			open.Assistant = m.Pieces()
		}
	}
	if open != nil {
		talk = talk.Add(*open)
	}
	return talk
}
