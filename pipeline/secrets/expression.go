package secrets

import (
	"regexp"
	"sync"
)

// expression compiles lazily: the program starts faster.
func expression(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
