package metric

import (
	"cmp"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/suites/score"
)

// Confusion says how often one action was decided where another was right.
type Confusion struct {
	cells   map[cellKey]*cell
	actions map[string]struct{}
}

type cellKey struct{ want, got string }

type cell struct {
	n     int
	right int // of them: an equally right alternative
	first example
}

// maxActions is how many actions are kept apart; the rest count as others. A model may answer anything.
const (
	maxActions = 50
	others     = "(others)"
)

// newConfusion returns an empty one.
func newConfusion() *Confusion {
	return &Confusion{cells: map[cellKey]*cell{}, actions: map[string]struct{}{}}
}

// add counts one decision; at locates it, right says that it is as right as the label.
func (c *Confusion) add(want, got string, right bool, at string) {
	k := cellKey{c.known(want), c.known(got)}
	if c.cells[k] == nil {
		c.cells[k] = &cell{first: example{at: at, reason: got + " instead of " + want, set: true}}
	}
	c.cells[k].n++
	if right {
		c.cells[k].right++
	}
}

// Most returns the largest count.
func (c *Confusion) Most() int {
	most := 0
	for _, x := range c.cells {
		most = max(most, x.n)
	}
	return most
}

func (c *Confusion) merge(o *Confusion) {
	for _, k := range slices.SortedFunc(maps.Keys(o.cells), compareCells) {
		from := o.cells[k]
		to := cellKey{c.known(k.want), c.known(k.got)}
		if c.cells[to] == nil {
			c.cells[to] = &cell{first: from.first}
		}
		c.cells[to].n += from.n
		c.cells[to].right += from.right
	}
}

func (c *Confusion) known(action string) string {
	if _, known := c.actions[action]; !known && len(c.actions) >= maxActions {
		action = others
	}
	c.actions[action] = struct{}{}
	return action
}

// Actions returns all actions of labels and decisions, sorted.
func (c *Confusion) Actions() []string { return slices.Sorted(maps.Keys(c.actions)) }

// Count returns how often got was decided where want was right.
func (c *Confusion) Count(want, got string) int {
	if x := c.cells[cellKey{want, got}]; x != nil {
		return x.n
	}
	return 0
}

// Measures returns precision, recall and F1 of each action that a label names, and their mean F1. An action that no
// label names has no F1, but lowers that of the labels that it was confused with. An alternative that is as right as
// the label counts as the label.
func (c *Confusion) Measures(kind string) []Measure {
	var all []Measure
	sum, labels := 0.0, 0
	for _, action := range c.Actions() {
		hit, want, got, worst := c.of(action)
		if want == 0 {
			continue
		}
		labels++
		f1 := score.Ratio(2*hit, want+got)
		sum += f1
		for _, m := range []struct {
			metric string
			value  float64
			of     int
		}{{"precision", score.Ratio(hit, got), got}, {"recall", score.Ratio(hit, want), want}, {"f1", f1, want}} {
			all = append(all, Measure{
				Name: RoutingMeasure(m.metric, kind, action), Unit: score.Share, Value: m.value, Scores: m.of,
				Expected: m.of, Holding: hit, low: worst, high: worst,
			})
		}
	}
	if labels > 0 {
		name := "routing.macro_f1"
		if kind == score.LabelSoft {
			name += "[" + score.LabelSoft + "]"
		}
		all = append(all, Measure{Name: name, Unit: score.Share, Value: sum / float64(labels), Scores: labels})
	}
	return all
}

// RoutingMeasure names a measure of one action: routing.f1[new_task], of soft labels routing.f1[soft/new_task].
func RoutingMeasure(metric, kind, action string) string {
	if kind == score.LabelSoft {
		action = score.LabelSoft + "/" + action
	}
	return "routing." + metric + "[" + action + "]"
}

// of counts an action: how often it was right, how often it was the label, how often it was decided, and where it was
// first mistaken. A decision that is as right as its label counts as that label, so how often an action is the label
// depends only on the labels, and two models are measured on the same.
func (c *Confusion) of(action string) (hit, want, got int, worst example) {
	for _, k := range slices.SortedFunc(maps.Keys(c.cells), compareCells) {
		x := c.cells[k]
		right := x.right
		if k.want == k.got {
			right = x.n
		}
		if k.want == action {
			hit, want, got = hit+right, want+x.n, got+right
		}
		if k.got == action {
			got += x.n - right
		}
		if right < x.n && (k.want == action || k.got == action) {
			worst.take(x.first, false)
		}
	}
	return hit, want, got, worst
}

func compareCells(a, b cellKey) int {
	return cmp.Or(cmp.Compare(a.want, b.want), cmp.Compare(a.got, b.got))
}
