package stored_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/ci"
	"github.com/beaver-eval/beaver-eval/reports/export"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Readers of a stored run stop when canceled, and a canceled export leaves no file.
func TestReadersStop(t *testing.T) {
	info := stored.Info{Filter: &stored.Filter{}}
	run := storedtest.Record(t, t.TempDir(), info, &result.Result{Suite: "s", Case: "c", Status: result.StatusOK})
	growth := []metric.Gate{{Measure: "tokens.growth"}}
	before, err := stored.ReadBaseline(t.Context(), run.Folder(), []string{"s"}, growth)
	if err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]func(ctx context.Context, w io.Writer) error{
		"csv": func(ctx context.Context, w io.Writer) error {
			return export.Write(ctx, w, run.Folder(), "cases", "csv")
		},
		"junit": func(ctx context.Context, w io.Writer) error {
			return ci.WriteJUnit(ctx, w, run, ci.JUnitOptions{})
		},
		"markdown": func(ctx context.Context, w io.Writer) error { return ci.WriteMarkdown(ctx, w, run) },
		"cases": func(ctx context.Context, _ io.Writer) error {
			return run.Cases(ctx, rows.With{}, func(*rows.Case) error { return nil })
		},
		"a case": func(ctx context.Context, _ io.Writer) error { _, _, err := run.Case(ctx, "c", 0, nil); return err },
		"a baseline": func(ctx context.Context, _ io.Writer) error {
			_, err := stored.ReadBaseline(ctx, run.Folder(), []string{"s"}, growth)
			return err
		},
		"its measures": func(ctx context.Context, _ io.Writer) error { _, err := before.Before(ctx, "s"); return err },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		if err := read(ctx, io.Discard); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
		before, err = stored.ReadBaseline(t.Context(), run.Folder(), []string{"s"}, growth)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		err := disk.Stream(filepath.Join(dir, "out"), 0o644, func(w io.Writer) error { return read(ctx, w) })
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s, canceled: %v", name, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%s, canceled: it leaves %v, %v", name, left, err)
		}
	}
}
