// Package fault knows the ways in which a call goes wrong, and what a stage is to report of each: answers that are
// broken, servers that behave badly, and tools that fail. It breaks answers itself; a server's ways are only named
// here.
package fault

import "slices"

// All are the faults, class by class.
func All() []Fault { return slices.Concat(answers(), transports(), tools()) }

// Find is the fault of a name.
func Find(name string) (Fault, bool) {
	all := All()
	i := slices.IndexFunc(all, func(f Fault) bool { return f.Name == name })
	if i < 0 {
		return Fault{}, false
	}
	return all[i], true
}

// Names are those of all faults.
func Names() []string {
	var names []string
	for _, f := range All() {
		names = append(names, f.Name)
	}
	return names
}
