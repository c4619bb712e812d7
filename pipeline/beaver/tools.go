package beaver

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// offered decides which tools the main model sees (N-1): the profile's, then only those on the allow list when there is
// one, then none of the deny list; in the case's order.
func (p Profile) offered(all []pipeline.Tool) []pipeline.Tool {
	var tools []pipeline.Tool
	for _, t := range all {
		switch {
		case p.Tools != nil && !slices.Contains(*p.Tools, t.Name):
		case p.Allow != nil && !slices.Contains(*p.Allow, t.Name):
		case slices.Contains(p.Deny, t.Name):
		default:
			tools = append(tools, t)
		}
	}
	return tools
}
