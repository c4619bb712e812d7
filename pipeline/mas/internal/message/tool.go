package message

import "github.com/beaver-eval/beaver-eval/pipeline"

// Tool is the configuration of a tool of the case, which says of it what the case says to every system.
func (p *Prompts) Tool(t pipeline.Tool) (Guide, error) {
	sections, err := p.set.Render(fileTool, toolConfig{
		Name: t.Name, Description: t.Source().Of(t.Description), Parameters: t.Source().Of(string(t.Parameters)),
	})
	return guideOf(sections), err
}
