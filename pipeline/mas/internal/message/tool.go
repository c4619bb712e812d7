package message

import "github.com/beaver-eval/beaver-eval/pipeline"

// Tool returns the configuration of a tool of the case, made of the case's description for all systems.
func (p *Prompts) Tool(t pipeline.Tool) (Guide, error) {
	sections, err := p.set.Render(fileTool, toolConfig{
		Name: t.Name, Description: t.Source().Of(t.Description), Parameters: t.Source().Of(string(t.Parameters)),
	})
	return guideOf(sections), err
}
