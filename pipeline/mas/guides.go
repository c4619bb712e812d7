package mas

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/message"
)

// guidesOf returns a case's texts about skills and tools (A2); by default its descriptions of its tools.
func guidesOf(p *message.Prompts, b *Block, tools []pipeline.Tool) (message.Guides, error) {
	g := message.Guides{Skills: map[string]message.Guide{}, Tools: map[string]message.Guide{}}
	for name, said := range b.Skills {
		g.Skills[name] = said.guide("skills." + name)
	}
	for _, t := range tools {
		own, err := p.Tool(t)
		if err != nil {
			return g, err
		}
		g.Tools[t.Name] = own.Over(b.Tools[t.Name].guide("tools." + t.Name))
	}
	return g, nil
}

// guide returns the guide for prompts; key is its place in the block.
func (g Guide) guide(key string) message.Guide {
	said := func(name, text string) *pipeline.Pieces {
		if text == "" {
			return nil
		}
		pieces := inBlock(key + "." + name).Of(text)
		return &pieces
	}
	return message.Guide{
		Description: said("description", g.Description), Prompt: said("prompt", g.Prompt),
		Format: said("return_format", g.ReturnFormat),
	}
}
