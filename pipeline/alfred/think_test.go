package alfred

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A step depends on those of the next lower group that stand before it, and on none of its own group. Without
// groups a plan is a sequence.
func TestF3GroupsAreRecorded(t *testing.T) {
	const none = -1 // the model gives the step no group
	for _, c := range []struct {
		groups []int
		want   string
	}{
		{[]int{0, 0, 1, 2, 2}, "[[] [] [read-1 read-2] [read-3] [read-3]]"},
		{[]int{0, 0, 0}, "[[] [] []]"},
		{[]int{2, 5, 1, 4}, "[[] [read-1] [] [read-1]]"}, // out of order, and with gaps
		{[]int{none, none, none}, "[[] [read-1] [read-2]]"},
		{[]int{none, 1, none}, "[[] [read-1] []]"},
	} {
		var p thought
		for _, group := range c.groups {
			s := planned{Type: stepRead}
			if group != none {
				s.Group = &group
			}
			p.Steps = append(p.Steps, s)
		}
		var got [][]string
		for _, n := range p.plan().Nodes {
			got = append(got, n.DependsOn)
		}
		if d := cmp.Diff(c.want, fmt.Sprint(got)); d != "" {
			t.Errorf("groups %v (-want +got):\n%s", c.groups, d)
		}
	}
}
