package run

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
)

// initApp is what the verb shares with all others, and the way to run a project.
type initApp struct {
	*console.App
	whole func(ctx context.Context, shared *console.App, root string) error
}

// initOptions are the flags of init.
type initOptions struct {
	system    string // empty: the one that what is written is usually of
	templates string // folder that the templates of a system are written to; empty: a project is written
	demo      bool
	dir       string // of the demo
	from      string // the format of a log of what the application has asked; empty: there is none
	log       string // its file
}

// The systems that init writes a project for.
const (
	systemApp    = "app"
	systemBeaver = "beaver"
)

// has returns an error when the program does not have a system.
func (a *initApp) has(system string) error {
	if a.Systems[system] != nil {
		return nil
	}
	return fmt.Errorf("this program has no system %s: it has %s", system,
		strings.Join(slices.Sorted(maps.Keys(a.Systems)), ", "))
}
