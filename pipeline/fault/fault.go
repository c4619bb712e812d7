// Package fault knows the faults of a call, and what a stage must report of each: broken answers, misbehaving servers,
// and failing tools. It breaks answers itself; a server's faults are only named here.
package fault

import "slices"

// All returns the faults, class by class.
func All() []Fault { return slices.Concat(answers(), transports(), tools()) }

// Find returns the fault with a name.
func Find(name string) (Fault, bool) {
	all := All()
	i := slices.IndexFunc(all, func(f Fault) bool { return f.Name == name })
	if i < 0 {
		return Fault{}, false
	}
	return all[i], true
}

// Names returns the names of all faults.
func Names() []string {
	var names []string
	for _, f := range All() {
		names = append(names, f.Name)
	}
	return names
}
