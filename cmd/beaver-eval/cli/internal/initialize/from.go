package initialize

import (
	"context"
	"errors"
	"path"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures/importers"
)

// fromLog writes the project of an application with a log of requests.
func (a *initApp) fromLog(ctx context.Context, w *writer, o initOptions) error {
	s := o.known(w.project.Dir)
	p := w.project
	cases := path.Join(p.Fixtures, "conversations", systemApp+".jsonl")
	if w.has(cases) {
		w.stays = append(w.stays, cases)
		return errors.Join(w.root(), w.recipe(s))
	}
	report, err := importers.Import(ctx, o.log, importers.Options{
		Format: o.from, Name: systemApp, Mask: p.Masker(), Start: s.block(),
	}, console.ImportFolders(p))
	if err != nil {
		return err
	}
	w.wrote = append(w.wrote, report.Files...)
	return errors.Join(w.root(), w.recipe(s))
}
