package message

import "github.com/beaver-eval/beaver-eval/pipeline"

// Guide is the configuration of a skill or tool (A2). What is nil is a missing key; an empty text is none.
type Guide struct {
	Description *pipeline.Pieces // use_guide.description: for all who may use it
	Prompt      *pipeline.Pieces // use_prompt.skill_prompt or tool_prompt: its rules, for who uses it
	Format      *pipeline.Pieces // use_prompt.return_format
}

// Guides are the configurations that a case gives: all those of its tools, and of skills what it says otherwise than
// the templates, or of skills that have none there.
type Guides struct{ Skills, Tools map[string]Guide }

// missing stands for a key that a configuration does not have (A2).
const missing = "暂无描述"

// said is the text of a key.
func said(text *pipeline.Pieces) pipeline.Pieces {
	if text == nil {
		return pipeline.TextSource{}.Of(missing)
	}
	return *text
}

// The sections of a configuration's file, named as the keys are.
const (
	keyDescription = "description"
	keyPrompt      = "skill_prompt"
	keyTool        = "tool_prompt"
	keyFormat      = "return_format"
)

// guideOf is the configuration of a rendered file.
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

// Over is the configuration with what o says in place of its own.
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
