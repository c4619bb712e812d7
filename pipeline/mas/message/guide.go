package message

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/state"
)

// Guide is the configuration of a skill or tool (A2). What is nil is a missing key; an empty text is none.
type Guide struct {
	Description *pipeline.Pieces // use_guide.description: for all who may use it
	Prompt      *pipeline.Pieces // use_prompt.skill_prompt, use_prompt.tool_prompt: its rules, for who uses it
	Format      *pipeline.Pieces // use_prompt.return_format
}

// Guides are the configurations that a case gives: all those of its tools, and of skills what it says otherwise than the
// templates, or of skills that have none there.
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

// skill is the configuration of a skill; ok is false when there is none.
func (t texts) skill(g Guides, name string) (guide Guide, ok bool) {
	own, known := t.skills[name]
	given, configured := g.Skills[name]
	return own.Over(given), known || configured
}

// Check reports permissions of an agent that no configuration stands for: in the program they break every prompt of that
// agent (A2).
func (p *Prompts) Check(a *state.Agent, g Guides, c state.Compat) error {
	t := p.texts(c)
	for _, name := range a.Skills {
		if _, ok := t.skill(g, name); !ok {
			return fmt.Errorf("agent %s may use the skill %q, which is not configured: configure it, or allow one of %s",
				a.ID, name, names(t.skills, g.Skills))
		}
	}
	for _, name := range a.Tools {
		if _, ok := g.Tools[name]; !ok {
			return fmt.Errorf("agent %s may use the tool %q, which is not configured: configure it, or allow one of %s",
				a.ID, name, names(g.Tools))
		}
	}
	return nil
}

// names are the configured names, for people.
func names(all ...map[string]Guide) string {
	var names []string
	for _, guides := range all {
		names = slices.AppendSeq(names, maps.Keys(guides))
	}
	slices.Sort(names)
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(slices.Compact(names), ", ")
}

// permission is a skill or tool that the agent may use.
type permission struct {
	Name        string
	Description pipeline.Pieces
}

// permissions are those of the agent, in its order.
func (t texts) permissions(v View) (skills, tools []permission) {
	for _, name := range v.Agent.Skills {
		guide, _ := t.skill(v.Guides, name)
		skills = append(skills, permission{name, said(guide.Description)})
	}
	for _, name := range v.Agent.Tools {
		tools = append(tools, permission{name, said(v.Guides.Tools[name].Description)})
	}
	return skills, tools
}
