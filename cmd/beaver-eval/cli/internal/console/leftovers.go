package console

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/fixtures/importers"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline/app/program"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/check"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// RecoverImports finishes killed imports before a verb reads the project. check only reports them.
func (a *App) RecoverImports(cmd *cobra.Command, _ []string) error {
	switch cmd.Name() {
	case "check", "version", "completion":
		return nil
	}
	p, err := a.ProjectOrHere()
	if err != nil || p.Dir == "" {
		return nil // the verb itself reports the error
	}
	finished, err := disk.Recover(cmd.Context(), ImportFolders(p).Staging(), cmd.Name())
	if stored.ReadOnly(err) && !halfImported(p) {
		return nil // leftovers there are harmless
	}
	if len(finished) > 0 {
		fmt.Fprintf(a.Stderr, "beaver-eval: finished an import that was cut off: %s\n", strings.Join(finished, ", "))
	}
	return err
}

// SweepFolders removes leftovers of killed runs in the folder for temporary files, before a verb that runs programs.
func (a *App) SweepFolders(cmd *cobra.Command) {
	switch cmd.Name() {
	case "run", "record", "faults":
	default:
		return
	}
	removed, err := program.SweepScratch()
	if removed > 0 {
		fmt.Fprintf(a.Stderr, "beaver-eval: removed %s of killed runs\n", wording.Number(removed, "temporary folder"))
	}
	if err != nil {
		fmt.Fprintf(a.Stderr, "beaver-eval: leftovers of a killed run cannot be removed, remove them by hand: "+
			"%v\n", err)
	}
}

// ImportFolders returns the folders of imports into a project.
func ImportFolders(p *project.Project) importers.Folders {
	return importers.Folders{Root: p.Dir, Fixtures: p.Fixtures, Suites: p.Suites}
}

func halfImported(p *project.Project) bool {
	left, err := disk.Leftovers(p.Dir)
	return err != nil || slices.ContainsFunc(left, func(l disk.Leftover) bool { return l.Half })
}

// Leftovers returns what killed commands left in a project.
func Leftovers(p *project.Project) ([]check.Problem, error) {
	imports, err1 := disk.Leftovers(p.Dir)
	runs, err2 := stored.Leftovers(p.OnDisk(p.Reports))
	files, err3 := unfinishedFiles(p)
	var all []check.Problem
	for _, l := range imports {
		detail := "left by an import that was killed: the next command removes it"
		if l.Half {
			detail = "an import was killed while it moved its files into place, and some are missing: the next " +
				"`beaver-eval run` finishes it"
		}
		all = append(all, check.Problem{Path: l.Dir, Kind: check.KindLeftover, Detail: detail, Warn: !l.Half})
	}
	if disk.LeftLocks(p.OnDisk(disk.LockName)) {
		all = append(all, check.Problem{
			Path: disk.LockName, Kind: check.KindLeftover,
			Detail: "left by a command that was killed: the next command removes it", Warn: true,
		})
	}
	for _, name := range runs {
		detail := "left by a run that was killed: the next run removes it"
		if stored.CanResume(p.OnDisk(p.Reports), name) {
			detail = "left by a run that was killed: `beaver-eval run --resume " + name + "` continues it"
		}
		all = append(all, check.Problem{
			Path: path.Join(p.Reports, name), Kind: check.KindLeftover, Detail: detail, Warn: true,
		})
	}
	for _, file := range files {
		all = append(all, check.Problem{
			Path: file, Kind: check.KindLeftover,
			Detail: "left by a command that was killed: the next run or accept removes it", Warn: true,
		})
	}
	return all, errors.Join(err1, err2, err3)
}

// unfinishedFiles returns unfinished files of killed commands below the goldens and recordings; none while another
// command writes.
func unfinishedFiles(p *project.Project) ([]string, error) {
	if disk.Held(p.OnDisk(disk.LockName)) {
		return nil, nil
	}
	files, err1 := unfinishedBelow(p, p.Goldens, goldens.Unfinished)
	more, err2 := unfinishedBelow(p, path.Join(p.Fixtures, "recordings"), project.UnfinishedRecording)
	return append(files, more...), errors.Join(err1, err2)
}

// unfinishedBelow returns the files below a folder of the project whose names mark them as unfinished.
func unfinishedBelow(p *project.Project, folder string, unfinished func(name string) bool) ([]string, error) {
	var files []string
	dir := p.OnDisk(folder)
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && name == dir {
			return nil
		}
		if err != nil || e.IsDir() {
			return nil // check itself reports it
		}
		rel, err := filepath.Rel(p.Dir, name)
		if unfinished(e.Name()) && err == nil {
			files = append(files, filepath.ToSlash(rel))
		}
		return nil
	})
	return files, err
}
