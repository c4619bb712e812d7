// Package dialog is the review of changed prompts as a dialog: what is shown, which key does what, and what was
// decided. It knows no terminal: keys come by their names, and what is shown is a text of so many rows and columns.
package dialog

import "slices"

// New begins a review of groups. Every line that is shown goes through change, which hides secrets.
func New(groups []Group, colours bool, change func(string) string) *Dialog {
	d := &Dialog{groups: groups, decisions: make([]Decision, len(groups)), colours: colours, change: change}
	d.show(groupPage)
	return d
}

// Decisions are those made so far, of each group.
func (d *Dialog) Decisions() []Decision { return slices.Clone(d.decisions) }

// Resize fits what is shown into a window of another size.
func (d *Dialog) Resize(columns, height int) {
	d.columns, d.height = columns, height
	d.fit()
}

// decide decides the next n groups.
func (d *Dialog) decide(what Decision, n int) {
	d.steps = append(d.steps, d.at)
	for range n {
		d.decisions[d.at] = what
		d.at++
	}
	d.show(groupPage)
}

// undo takes back what the last key decided.
func (d *Dialog) undo() {
	if len(d.steps) == 0 {
		return
	}
	last := len(d.steps) - 1
	for d.at > d.steps[last] {
		d.at--
		d.decisions[d.at] = Open
	}
	d.steps = d.steps[:last]
	d.show(groupPage)
}
