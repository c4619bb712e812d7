package cli

import (
	"context"
	"io"
	"io/fs"
	"path"

	"github.com/beaver-eval/beaver-eval/reports/export"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/check"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// checkTables looks for secrets in the tables of a project's runs. What is damaged, or was written by another version,
// is left to the verbs that read it.
func checkTables(ctx context.Context, p *project.Project) ([]check.Problem, error) {
	var problems []check.Problem
	for _, folder := range check.RunFolders(p) {
		for _, table := range rows.Tables() {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			for _, detail := range secretsOfTable(p, folder, table) {
				problems = append(problems, check.Problem{Path: path.Join(folder, table+".parquet"),
					Kind: check.KindSecret, Detail: detail, Warn: true})
			}
		}
	}
	return problems, nil
}

func secretsOfTable(p *project.Project, folder, table string) []string {
	file := path.Join(folder, table+".parquet")
	if info, err := fs.Stat(p.FS, file); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	lines, w := io.Pipe()
	go func() { w.CloseWithError(export.Write(w, p.OnDisk(folder), table, "jsonl")) }()
	found, err := check.Secrets(p.RootMasker(), lines, "row")
	lines.CloseWithError(err) // so that the writer ends
	return found
}
