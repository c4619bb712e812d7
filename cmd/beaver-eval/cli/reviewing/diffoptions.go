package reviewing

import (
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/reports/stored"
)

// diffOptions are the flags of diff.
type diffOptions struct {
	suites   []string
	stages   []string
	sections []string
	causes   []string
	run      string
	prompts  []string
	format   string
}

// checkPrompts reports what --prompts cannot be.
func (o *diffOptions) checkPrompts() error {
	switch {
	case len(o.prompts) > 2:
		return fmt.Errorf("--prompts: two folders are compared, got %d", len(o.prompts))
	case len(o.prompts) > 0 && o.run != stored.LatestFile:
		return errors.New("--prompts and --run exclude each other")
	}
	return nil
}
