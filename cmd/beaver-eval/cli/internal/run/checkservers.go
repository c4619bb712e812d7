package run

import (
	"context"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
)

// check asks the servers for what the run needs, and prints warnings.
func (a *app) check(ctx context.Context, j *job) error {
	if j.asking == nil || j.asking.servers == nil {
		return nil
	}
	return j.asking.servers.Ready(ctx, a.Stderr, console.WantedServers{
		Suites: j.suites, Systems: a.Systems, Cases: j.choice.cases, Model: j.asking.model,
	})
}
