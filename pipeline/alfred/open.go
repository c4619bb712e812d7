package alfred

import (
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/crud"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/domain"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/layers"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/record"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/registry"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred/tables"
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
	kitchen := domain.Kitchen()
	for _, name := range slices.Sorted(maps.Keys(b.Guidance)) {
		if all := kitchen.Subdomains(); !slices.Contains(all, name) {
			return nil, wrong("guidance: there is no subdomain %q (there are: %s)", name, strings.Join(all, ", "))
		}
	}
	loaded, err := tables.Load(kitchen, rows)
	if err != nil {
		return nil, wrong("tables: %v", err)
	}
	loaded.AnyColumn = b.program()
	conv := &conversation{
		prompts: s.Loaded, block: *b, Layer: &crud.Layer{Tables: loaded, Registry: registry.New(kitchen, b.program())},
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

// talkOf is the talk that a case begins with: what a user has said, each with what was answered.
func talkOf(history []pipeline.Message, about string) layers.Conversation {
	talk := layers.Conversation{Engagement: blockText("about").Of(about)}
	var open *layers.Turn
	for _, m := range history {
		switch {
		case m.Role == pipeline.RoleUser:
			if open != nil {
				talk = talk.Add(*open)
			}
			open = &layers.Turn{User: m.Pieces()}
		case m.Role == pipeline.RoleAssistant && open != nil && m.Content() != "":
			open.Assistant = m.Pieces()
		}
	}
	if open != nil {
		talk = talk.Add(*open)
	}
	return talk
}
