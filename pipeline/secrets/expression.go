package secrets

import (
	"regexp"
	"sync"
)

// expression is compiled when it is first looked for: the program starts faster.
func expression(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
