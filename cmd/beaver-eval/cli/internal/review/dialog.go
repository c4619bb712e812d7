// The dialog for reviewing changed prompts: its view, its keys and the decisions made. It knows no terminal: keys come
// by name, and the view is a text of so many rows and columns.

package review

import "slices"

// NewDialog begins a review of groups. Every shown line goes through change, which hides secrets.
func NewDialog(groups []Group, colours bool, change func(string) string) *Dialog {
	d := &Dialog{groups: groups, decisions: make([]Decision, len(groups)), colours: colours, change: change}
	d.show(groupPage)
	return d
}

// Decisions returns the decisions made so far, of each group.
func (d *Dialog) Decisions() []Decision { return slices.Clone(d.decisions) }

// Resize fits the view into a window of another size.
func (d *Dialog) Resize(columns, height int) {
	d.columns, d.height = columns, height
	d.fit()
}

// Job returns the last key's work if it may take long. It runs in the background, and its result is called when the
// dialog is idle. nil: nothing.
func (d *Dialog) Job() func() func() {
	job := d.job
	d.job = nil
	return job
}

// Program returns the program that the last key runs on the terminal, and a function that gets its error; nil: nothing.
func (d *Dialog) Program() (run Program, ended func(error)) {
	run = d.program
	d.program = nil
	return run, func(err error) {
		if d.note = "back from the editor: the next run shows what you edited"; err != nil {
			d.note = "the editor: " + err.Error()
		}
	}
}

// decide decides groups, and goes on to the next undecided one. The list stays.
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

// open returns the undecided groups.
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

// stay refreshes the list if it is shown, else the group.
func (d *Dialog) stay() {
	if d.page == listPage {
		d.show(listPage)
	} else {
		d.show(groupPage)
	}
}

// edit starts the editor, or says why there is nothing to edit.
func (d *Dialog) edit() {
	open := d.groups[d.at].Edit
	if open == nil {
		d.note = "this group does not come from a file that can be edited"
		return
	}
	d.program, d.note = open()
}
