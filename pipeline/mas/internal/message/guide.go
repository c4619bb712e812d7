package message

import "github.com/beaver-eval/beaver-eval/pipeline"

// Guide is the configuration of a skill or tool (A2). nil is a missing key; an empty text is none.
type Guide struct {
	Description *pipeline.Pieces // use_guide.description: for all agents that may use it
	Prompt      *pipeline.Pieces // use_prompt.skill_prompt or tool_prompt: its rules, for the agent that uses it
	Format      *pipeline.Pieces // use_prompt.return_format
}

// Guides are the configurations in a case: all those of its tools, and for skills those that override the templates or
// supplement them.
type Guides struct{ Skills, Tools map[string]Guide }

// missing replaces a key that a configuration does not have (A2).
const missing = "暂无描述"

// said returns the text of a key.
func said(text *pipeline.Pieces) pipeline.Pieces {
	if text == nil {
		return pipeline.TextSource{}.Of(missing)
	}
	return *text
}

// The sections of a configuration's file, named after the keys.
const (
	keyDescription = "description"
	keyPrompt      = "skill_prompt"
	keyTool        = "tool_prompt"
	keyFormat      = "return_format"
)

// guideOf returns the configuration in a rendered file.
func guideOf(sections []pipeline.Section) Guide {
	var g Guide
	for _, s := range sections {
		text := s.Pieces()
		switch s.Name {
		case keyDescription:
			g.Description = &text
		case keyPrompt, keyTool:
			g.Prompt = &text
		case keyFormat:
			g.Format = &text
		}
	}
	return g
}

// Over returns the configuration overridden by o.
func (g Guide) Over(o Guide) Guide {
	for _, key := range []struct{ own, other **pipeline.Pieces }{
		{&g.Description, &o.Description}, {&g.Prompt, &o.Prompt}, {&g.Format, &o.Format},
	} {
		if *key.other != nil {
			*key.own = *key.other
		}
	}
	return g
}
