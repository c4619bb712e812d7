package cli

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"path"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/cache"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/check"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// checkRuns looks for secrets in the folders of a project's runs. A run in which an earlier check with the same rules
// found none is skipped, unless its files have changed.
func (a *app) checkRuns(ctx context.Context, p *project.Project, kept *cache.Cache) ([]check.Problem, error) {
	defer kept.Trim()
	rules, folders := secretRules(p), check.RunFolders(p)
	type checked struct {
		problems []check.Problem
		err      error
	}
	var problems []check.Problem
	worker := func(ctx context.Context) func(string) checked {
		return func(folder string) (of checked) {
			of.problems, of.err = checkRun(ctx, p, folder, rules, kept)
			return of
		}
	}
	err := fixtures.InOrder(ctx, fixtures.EachOf(folders), len(folders), 0, worker, func(of checked) error {
		problems = append(problems, of.problems...)
		return of.err
	})
	return problems, err
}

// checkRun looks for secrets in the folder of a run.
func checkRun(ctx context.Context, p *project.Project, folder, rules string, kept *cache.Cache) ([]check.Problem,
	error) {
	digest, unread := stored.Digest(p.OnDisk(folder)) // before reading: later changes are found next time
	key := cache.KeyOf("run without secrets", rules, digest)
	if _, clean := kept.Get(key); clean && unread == nil {
		return nil, nil
	}
	found, err := check.RunFolder(ctx, p, folder)
	if err != nil {
		return nil, err
	}
	inTables, err := secretsOfTables(ctx, p, folder)
	if err != nil {
		return nil, err
	}
	if found = append(found, inTables...); unread == nil && len(found) == 0 {
		kept.Put(key, nil)
	}
	return found, nil
}

// secretRules names the rules for secrets: this build of the program, and the allow list of the root file.
func secretRules(p *project.Project) string {
	// a missing one allows nothing; read errors are reported already
	text, _ := disk.Read(p.FS, project.RootFile, fixtures.MaxYAML)
	return fmt.Sprintf("%s, %x", console.Build(), sha256.Sum256(text))
}

// secretsOfTables looks for secrets in the tables of a run. Tables that are damaged or of another version are left to
// the verbs that read them.
func secretsOfTables(ctx context.Context, p *project.Project, folder string) ([]check.Problem, error) {
	var problems []check.Problem
	for _, table := range rows.Kept() {
		file := path.Join(folder, table+".parquet")
		if info, err := fs.Stat(p.FS, file); err != nil || !info.Mode().IsRegular() {
			continue
		}
		found := check.NewRows(p.RootMasker())
		_ = rows.EachText(p.OnDisk(folder), table, func(row int64, text string) error {
			found.Look(row, text)
			return ctx.Err()
		})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, detail := range found.Told() {
			problems = append(problems, check.Problem{Path: file, Kind: check.KindSecret, Detail: detail, Warn: true})
		}
	}
	return problems, nil
}
