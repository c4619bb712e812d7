package beaver

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// offered returns the tools for the main model (N-1): the profile's, only those on the allow list if there is one, and
// none of the deny list; in the case's order. The tools of activated skills count like the profile's.
func (p Profile) offered(all []pipeline.Tool, ofSkills []string) []pipeline.Tool {
	var tools []pipeline.Tool
	for _, t := range all {
		switch {
		case p.Tools != nil && !slices.Contains(*p.Tools, t.Name) && !slices.Contains(ofSkills, t.Name):
		case p.Allow != nil && !slices.Contains(*p.Allow, t.Name):
		case slices.Contains(p.Deny, t.Name):
		default:
			tools = append(tools, t)
		}
	}
	return tools
}

// toolsOf returns the tools that skills bring.
func toolsOf(active []*skill) []string {
	var names []string
	for _, s := range active {
		names = append(names, s.Tools...)
	}
	return names
}
