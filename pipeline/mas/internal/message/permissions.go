package message

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// skill returns the configuration of a skill; ok is false if there is none.
func (t texts) skill(g Guides, name string) (guide Guide, ok bool) {
	own, known := t.skills[name]
	given, configured := g.Skills[name]
	return own.Over(given), known || configured
}

// Check returns an error for permissions of an agent without a configuration: in the program they break every prompt of
// that agent (A2).
func (p *Prompts) Check(a *state.Agent, g Guides, c state.Compat) error {
	t := p.texts(c)
	for _, name := range a.Skills {
		if _, ok := t.skill(g, name); !ok {
			return unconfigured(a, "skill", name, t.skills, g.Skills)
		}
	}
	for _, name := range a.Tools {
		if _, ok := g.Tools[name]; !ok {
			return unconfigured(a, "tool", name, g.Tools)
		}
	}
	return nil
}

// unconfigured returns the error of a permission; all are the existing configurations.
func unconfigured(a *state.Agent, kind, name string, all ...map[string]Guide) error {
	return fmt.Errorf("agent %s may use the %s %q, which is not configured: configure it, or allow one of %s",
		a.ID, kind, name, names(all...))
}

// names returns the configured names, for people.
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

// permissions returns those of the agent, in its order.
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
