package record

import (
	"context"
	"fmt"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/live"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// takenOver holds the servers' answers of a run, used instead of a server.
type takenOver struct {
	folder *live.Folder
	model  string                   // of all stages; empty: those of the suites
	cases  map[filter.CaseName]bool // of the run: all others are left alone
}

// takeOver finds a run by its name, and its answers for the chosen cases.
func takeOver(ctx context.Context, p *project.Project, name string, suites []*project.Suite, chosen filter.Cases,
) (*takenOver, error) {
	run, dir, err := stored.OpenAnswers(p.OnDisk(p.Reports), name)
	if err != nil {
		return nil, fmt.Errorf("--from: %w", err)
	}
	t := &takenOver{folder: &live.Folder{Dir: dir}, cases: map[filter.CaseName]bool{}}
	if t.model, err = console.ServerName(run.Answers.Model); err != nil {
		return nil, fmt.Errorf("--from: %s: %w", run, err)
	}
	for _, s := range suites {
		err := s.SeeCases(ctx, func(h fixtures.Head) {
			if chosen.Has(s.Name, h.ID, h.Tags) && t.folder.Has(s.Name, h.ID) {
				t.cases[filter.CaseName{Suite: s.Name, ID: h.ID}] = true
			}
		})
		if err != nil {
			return nil, err
		}
	}
	if len(t.cases) == 0 {
		return nil, fmt.Errorf("--from: %s has no answers of these cases", run)
	}
	return t, nil
}
