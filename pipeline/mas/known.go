package mas

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// known refuses a name that is not in names.
func known(what, name string, names []string) error {
	if slices.Contains(names, name) {
		return nil
	}
	return fmt.Errorf("there is no %s %q (there are: %s)", what, pipeline.ShortName(name), strings.Join(names, ", "))
}
