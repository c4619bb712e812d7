package mas

import (
	"fmt"
	"slices"
	"strings"
)

// known refuses a name that is none of those that there are.
func known(what, name string, names []string) error {
	if slices.Contains(names, name) {
		return nil
	}
	return fmt.Errorf("there is no %s %q (there are: %s)", what, name, strings.Join(names, ", "))
}

// tooHigh reports whether a line of Markdown is a heading of the first or second level (A0).
func tooHigh(line string) bool {
	line = strings.TrimRight(line, "\r\n")
	return line == "#" || line == "##" || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "## ")
}
