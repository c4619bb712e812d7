// Package initialize implements the verb init, which writes a small working project into any repository.
package initialize

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
)

// initApp holds the state shared with all other verbs, and functions that run a project, or any verb.
type initApp struct {
	*console.App
	whole func(ctx context.Context, shared *console.App, root string) error
	verb  func(ctx context.Context, args ...string) error
}

// initOptions are the flags of init.
type initOptions struct {
	system    string // empty: the default
	templates string // folder for the templates of a system; empty: writes a project
	demo      bool
	dir       string   // of the demo
	from      string   // the format of a log of the application's requests; empty: none
	log       string   // its file
	command   []string // how the application is started; nil: to be found
	tests     bool     // start from the program's own tests
	skill     bool     // write the skill alone
	example   string   // the language of an agent to write; empty: none
}

// The systems for which init writes a project.
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
