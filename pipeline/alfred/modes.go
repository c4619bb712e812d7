package alfred

import (
	"slices"
	"strings"
)

// mode is what the user has chosen in the interface (F2).
type mode struct {
	name     string
	maxSteps int  // that a plan should have
	quick    bool // the user says that it is a look-up: nobody has to understand or plan it
}

// modes are all modes. plan is the one where nothing is said.
func modes() []mode {
	return []mode{
		{name: "plan", maxSteps: 8}, {name: "quick", maxSteps: 2, quick: true}, {name: "create", maxSteps: 4},
		{name: "cook", maxSteps: 4},
	}
}

// modeNamed finds a mode. Its error is about the case.
func modeNamed(name string) (mode, error) {
	all := modes()
	if name == "" {
		return all[0], nil
	}
	if i := slices.IndexFunc(all, func(m mode) bool { return m.name == name }); i >= 0 {
		return all[i], nil
	}
	var names []string
	for _, m := range all {
		names = append(names, m.name)
	}
	return mode{}, wrong("mode: want one of %s, got %q", strings.Join(names, ", "), name)
}
