package run

import (
	"context"
	"fmt"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
)

// check asks the servers for what the run needs, and prints warnings.
func (a *app) check(ctx context.Context, j *job) error {
	if j.asking == nil || j.asking.servers == nil {
		return nil
	}
	err := a.ReadyServers(ctx, j.asking.servers, console.WantedServers{
		Suites: j.suites, Systems: a.Systems, Cases: j.choice.cases, Model: j.asking.model,
	})
	if err == nil && j.asking.compares {
		err = j.sameModels()
	}
	return err
}

// sameModels returns an error if a model is not the one that answered the run to be compared with: answers of two
// models would be mixed in one run.
func (j *job) sameModels() error {
	for _, m := range j.before.Models {
		now := j.asking.servers.Digest(m.Name)
		if m.Digest != "" && now != "" && now != m.Digest {
			return fmt.Errorf("--compare: %s is another model than in %s (digest %.12s, was %.12s): `beaver-eval run "+
				"--model %s` makes a new baseline", m.Name, j.before.Name, now, m.Digest, j.before.Answers.Model)
		}
	}
	return nil
}
