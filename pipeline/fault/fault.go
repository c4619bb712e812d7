// Package fault knows the faults of a call, and what a stage must report of each: broken answers, misbehaving servers,
// and failing tools. It breaks answers itself; a server's faults are only named here.
package fault

import "slices"

// All returns the faults, class by class.
func All() []Fault {
	all, how := slices.Concat(answers(), transports(), tools()), applications()
	for i := range all {
		all[i].Application = how[all[i].Name]
	}
	return all
}

// OfSystems returns the faults of built-in systems.
func OfSystems() []Fault { return slices.DeleteFunc(All(), func(f Fault) bool { return f.foreign }) }

// OfApplications returns the faults of applications.
func OfApplications() []Fault {
	return slices.DeleteFunc(All(), func(f Fault) bool { return f.Application == nil })
}

// Find returns the fault with a name.
func Find(name string) (Fault, bool) {
	all := All()
	i := slices.IndexFunc(all, func(f Fault) bool { return f.Name == name })
	if i < 0 {
		return Fault{}, false
	}
	return all[i], true
}

// Names returns the names of faults.
func Names(of []Fault) []string {
	names := make([]string, len(of))
	for i, f := range of {
		names[i] = f.Name
	}
	return names
}
