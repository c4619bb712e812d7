package beaver

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// graph parses nodes from a line such as "a b<a c<a,b": ids, each with its dependencies.
func graph(line string) []planNode {
	var nodes []planNode
	for _, f := range strings.Fields(line) {
		id, on, _ := strings.Cut(f, "<")
		n := planNode{ID: id, Task: "do " + id}
		if on != "" {
			n.DependsOn = strings.Split(on, ",")
		}
		nodes = append(nodes, n)
	}
	return nodes
}

func TestCheckGraph_P4(t *testing.T) {
	for _, tt := range []struct {
		name, strategy string
		nodes          []planNode
		want           string // part of the error; empty: none
	}{
		{"one node", "parallel", graph("a"), ""},
		{"eight nodes", "parallel", graph("a b c d e f g h"), ""},
		{"a diamond", "dag", graph("a b<a c<a d<b,c"), ""},
		{"a dag that names a later node", "dag", graph("b<a a"), ""},
		{"an edge twice", "dag", graph("a b<a,a"), ""},
		{"a sequence", "sequence", graph("a b c"), ""},
		{"a sequence that says what it is", "sequence", graph("a b<a c<b,a"), ""},
		{"ids of any script", "dag", graph("研究 🦫<研究 ../x<🦫"), ""},
		{"an id of 64 characters", "dag", []planNode{{ID: strings.Repeat("研", 64), Task: "x"}}, ""},

		{"none", "dag", nil, "0 nodes: want 1 to 8"},
		{"nine nodes", "parallel", graph("a b c d e f g h i"), "9 nodes: want 1 to 8"},
		{"another strategy", "swarm", graph("a"), `unknown strategy "swarm"`},
		{"a strategy in capitals", "DAG", graph("a"), `unknown strategy "DAG"`},
		{"a blank id", "dag", []planNode{{ID: " ", Task: "x"}}, "node 1: its id is blank"},
		{"an id without end", "dag", []planNode{{ID: strings.Repeat("x", 65), Task: "x"}}, "more than 64 characters"},
		{"an id of 65 characters of another script", "dag", []planNode{{ID: strings.Repeat("研", 65), Task: "x"}},
			"more than 64 characters"},
		{"a blank task", "dag", []planNode{{ID: "a", Task: "\t"}}, `node "a" has no task`},
		{"an id twice", "parallel", graph("a b a"), `two nodes have the id "a"`},
		{"an unknown node", "dag", graph("a b<c"), `node "b" depends on "c", which is no node`},
		{"a node in other letters", "dag", graph("a b<A"), `node "b" depends on "A", which is no node`},
		{"itself", "dag", graph("a<a"), `node "a" depends on itself`},
		{"a circle", "dag", graph("a<c b<a c<b"), `node "a" depends on itself`},
		{"a circle behind a good node", "dag", graph("a b<a,c c<b"), `node "b" depends on itself`},
		{"parallel with a dependency", "parallel", graph("a b<a"), "the nodes are parallel"},
		{"a sequence that depends on a later node", "sequence", graph("a b<c c"), "comes later in the sequence"},
		{"a sequence that depends on itself", "sequence", graph("a b<b"), `node "b" depends on "b"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := checkGraph(tt.strategy, tt.nodes)
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// order removes nodes whose dependencies are gone, as long as there are any: the reference for acyclic graphs.
func order(nodes []planNode) (ids []string, all bool) {
	left := slices.Clone(nodes)
	for {
		i := slices.IndexFunc(left, func(n planNode) bool {
			return !slices.ContainsFunc(n.DependsOn, func(d string) bool { return !slices.Contains(ids, d) })
		})
		if i < 0 {
			return ids, len(left) == 0
		}
		ids = append(ids, left[i].ID)
		left = slices.Delete(left, i, i+1)
	}
}

func TestCheckGraph_P4_Law(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes := make([]planNode, rapid.IntRange(1, maxNodes).Draw(t, "nodes"))
		for i := range nodes {
			nodes[i] = planNode{ID: strconv.Itoa(i), Task: "x"}
			for range rapid.IntRange(0, 2).Draw(t, "edges") {
				nodes[i].DependsOn = append(nodes[i].DependsOn,
					strconv.Itoa(rapid.IntRange(0, len(nodes)-1).Draw(t, "edge")))
			}
		}
		err := checkGraph(strategyDAG, nodes)
		if _, sorted := order(nodes); sorted != (err == nil) {
			t.Errorf("%v: error %v, but the nodes can be put in order: %v", nodes, err, sorted)
		}
	})
}

func TestDependencies_P4(t *testing.T) {
	for _, tt := range []struct {
		strategy, nodes string
		want            [][]string
	}{
		{strategyParallel, "a b", [][]string{{}, {}}},
		{strategySequence, "a b c", [][]string{{}, {"a"}, {"b"}}},
		{strategySequence, "a b<a c<a,b", [][]string{{}, {"a"}, {"b", "a"}}},
		{strategyDAG, "a b c<b,a,b", [][]string{{}, {}, {"b", "a"}}},
	} {
		var got [][]string
		for i := range graph(tt.nodes) {
			got = append(got, dependencies(tt.strategy, graph(tt.nodes), i))
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", fmt.Sprint(tt.strategy, " ", tt.nodes), d)
		}
	}
}
