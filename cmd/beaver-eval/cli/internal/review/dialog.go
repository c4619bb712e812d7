// This is the review of changed prompts as a dialog: what is shown, which key does what, and what was
// decided. It knows no terminal: keys come by their names, and what is shown is a text of so many rows and columns.

package review

import "slices"

// NewDialog begins a review of groups. Every line that is shown goes through change, which hides secrets.
func NewDialog(groups []Group, colours bool, change func(string) string) *Dialog {
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

// Job returns what the last key needs and what may take long. It is done beside the dialog, and what it returns is
// called when the dialog does nothing else. nil: nothing.
func (d *Dialog) Job() func() func() {
	job := d.job
	d.job = nil
	return job
}

// Program returns what the last key wants to have the terminal, and is told how that ended; nil: nothing.
func (d *Dialog) Program() (run Program, ended func(error)) {
	run = d.program
	d.program = nil
	return run, func(err error) {
		if d.note = "back from the editor; what was edited is seen after the next run"; err != nil {
			d.note = "the editor: " + err.Error()
		}
	}
}

// decide decides groups, and goes on to the next one that nobody has decided. The list stays.
func (d *Dialog) decide(what Decision, groups ...int) {
	s := step{at: d.at, before: map[int]Decision{}}
	for _, i := range groups {
		s.before[i], d.decisions[i] = d.decisions[i], what
	}
	d.steps = append(d.steps, s)
	if next := d.next(); next < len(d.groups) || d.page != listPage {
		d.at = next
	}
	d.stay()
}

// open returns the groups that nobody has decided.
func (d *Dialog) open() []int {
	var all []int
	for i, decision := range d.decisions {
		if decision == Open {
			all = append(all, i)
		}
	}
	return all
}

// undo takes back what the last key decided.
func (d *Dialog) undo() {
	if len(d.steps) == 0 {
		return
	}
	last := d.steps[len(d.steps)-1]
	d.steps = d.steps[:len(d.steps)-1]
	for i, decision := range last.before {
		d.decisions[i] = decision
	}
	d.at = last.at
	d.stay()
}

// stay shows the list anew where it is shown, and else the group.
func (d *Dialog) stay() {
	if d.page == listPage {
		d.show(listPage)
	} else {
		d.show(groupPage)
	}
}

// edit asks for the editor, or says why there is nothing to edit.
func (d *Dialog) edit() {
	open := d.groups[d.at].Edit
	if open == nil {
		d.note = "this group is from no file that could be edited"
		return
	}
	d.program, d.note = open()
}
