package review

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Accepted is the outcome of one case's pending changes.
type Accepted struct {
	Suite, Case string
	result.Taken
}

// String returns the outcome on one line.
func (a Accepted) String() string {
	var what []string
	if a.Calls > 0 || a.Forms+a.Kept == 0 {
		what = append(what, wording.Number(a.Calls, "call"))
	}
	if a.Forms > 0 {
		what = append(what, wording.Number(a.Forms, "form"))
	}
	if a.Kept > 0 {
		what = append(what, wording.Number(a.Kept, "answer")+" kept")
	}
	if a.Removed {
		what = append(what, "golden removed")
	}
	if a.Left > 0 {
		what = append(what, fmt.Sprintf("%d still %s", a.Left, wording.Plural(a.Left, "waits", "wait")))
	}
	return fmt.Sprintf("%s/%s: %s", a.Suite, a.Case, strings.Join(what, ", "))
}
