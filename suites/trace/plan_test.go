package trace_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// A plan can be read as a list and as a graph, however it is written.
func TestPlan(t *testing.T) {
	for _, tt := range []struct{ plan, order, graph string }{
		{`{}`, "", ""},
		{`{"steps":["find",{"id":"tell"}]}`, "find tell", "find() tell(find)"},
		{`{"nodes":[{"id":"sum","depends_on":["x","y"]},{"id":"x"},{"id":"y"}]}`, "x y sum", "sum(x y) x() y()"},
		{`{"nodes":[{"id":"a","depends_on":["b"]},{"id":"b","depends_on":["a"]},{"id":"c"}]}`, "c a b",
			"a(b) b(a) c()"},
	} {
		var p trace.Plan
		if err := json.Unmarshal([]byte(tt.plan), &p); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tt.order, strings.Join(p.Order(), " ")); d != "" {
			t.Errorf("%s: order (-want +got):\n%s", tt.plan, d)
		}
		var nodes []string
		for _, n := range p.Graph() {
			nodes = append(nodes, n.ID+"("+strings.Join(n.DependsOn, " ")+")")
		}
		if d := cmp.Diff(tt.graph, strings.Join(nodes, " ")); d != "" {
			t.Errorf("%s: graph (-want +got):\n%s", tt.plan, d)
		}
	}
}
