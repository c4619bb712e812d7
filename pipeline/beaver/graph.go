package beaver

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// The strategies of a team (P-3).
const (
	strategySequence = "sequence"
	strategyParallel = "parallel"
	strategyDAG      = "dag"
)

func strategies() []string { return []string{strategySequence, strategyParallel, strategyDAG} }

const (
	maxNodes  = 8
	maxNodeID = 64 // code points, as the planner is told: an id is in every path below its node
)

// checkGraph returns why a team cannot run as planned (P-4).
func checkGraph(strategy string, nodes []planNode) error {
	if !slices.Contains(strategies(), strategy) {
		return fmt.Errorf("unknown strategy %.40q", strategy)
	}
	if len(nodes) == 0 || len(nodes) > maxNodes {
		return fmt.Errorf("%d nodes: want 1 to %d", len(nodes), maxNodes)
	}
	at := map[string]int{}
	for i, n := range nodes {
		switch _, double := at[n.ID]; {
		case isBlank(n.ID) || utf8.RuneCountInString(n.ID) > maxNodeID:
			return fmt.Errorf("node %d: its id is blank or has more than %d characters", i+1, maxNodeID)
		case double:
			return fmt.Errorf("two nodes have the id %q", n.ID)
		case isBlank(n.Task):
			return fmt.Errorf("node %q has no task", n.ID)
		}
		at[n.ID] = i
	}
	return checkEdges(strategy, nodes, at)
}

func checkEdges(strategy string, nodes []planNode, at map[string]int) error {
	for i, n := range nodes {
		for _, d := range n.DependsOn {
			j, known := at[d]
			switch {
			case !known:
				return fmt.Errorf("node %q depends on %.40q, which is no node", n.ID, d)
			case strategy == strategyParallel:
				return fmt.Errorf("node %q depends on %q, and the nodes are parallel", n.ID, d)
			case strategy == strategySequence && j >= i:
				return fmt.Errorf("node %q depends on %q, which comes later in the sequence", n.ID, d)
			}
		}
	}
	if cycle := findCycle(nodes, at); cycle != "" {
		return fmt.Errorf("node %q depends on itself", cycle)
	}
	return nil
}

// findCycle returns the id of a node that can be reached from itself, the first in the plan's order; empty if there is
// none.
func findCycle(nodes []planNode, at map[string]int) string {
	for i, n := range nodes {
		seen := make([]bool, len(nodes))
		next := []int{i}
		for len(next) > 0 {
			j := next[0]
			next = next[1:]
			for _, d := range nodes[j].DependsOn {
				k := at[d]
				if k == i {
					return n.ID
				}
				if !seen[k] {
					seen[k] = true
					next = append(next, k)
				}
			}
		}
	}
	return ""
}

// dependencies returns the ids of the nodes that the i-th one waits for, each once, in the order in which it names
// them. In a sequence each node waits for the one before it.
func dependencies(strategy string, nodes []planNode, i int) []string {
	ids := []string{}
	if strategy == strategySequence && i > 0 {
		ids = append(ids, nodes[i-1].ID)
	}
	for _, d := range nodes[i].DependsOn {
		if !slices.Contains(ids, d) {
			ids = append(ids, d)
		}
	}
	return ids
}
