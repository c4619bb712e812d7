package runner

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// CallFaults returns the decisions of each stage, by path, in the order of the tree.
func CallFaults(log []pipeline.Entry) map[string][]string {
	all, seen := map[string][]string{}, map[string]bool{}
	for _, e := range log {
		path := pipeline.DecisionOf(e.Path)
		if e.Kind != pipeline.EntryCall || seen[path] {
			continue
		}
		seen[path] = true
		all[e.Stage] = append(all[e.Stage], path)
	}
	return all
}
