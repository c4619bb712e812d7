package alfred

import (
	"slices"
	"strings"
)

// mode is the user's choice in the interface (F2).
type mode struct {
	name     string
	maxSteps int  // of a plan
	quick    bool // the user asks for a look-up: Understand and Think are skipped
}

// modes returns all modes. plan is the default.
func modes() []mode {
	return []mode{
		{name: "plan", maxSteps: 8}, {name: "quick", maxSteps: 2, quick: true}, {name: "create", maxSteps: 4},
		{name: "cook", maxSteps: 4},
	}
}

// modeNamed returns a mode by name. Its error is about the case.
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
