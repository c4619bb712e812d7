package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures/cache"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/table"
	"github.com/beaver-eval/beaver-eval/suites/check"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/schema"
)

func (a *app) newCheck() *cobra.Command {
	var format, skillsDir, secrets, kind string
	var noCache bool
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Read every file of the project and report what is wrong with it",
		Long: `check reads everything that a run would read, without running anything: suites and the files they name,
cases, templates, skills, recordings, goldens, request bodies (forms), pending files and baselines. It reports unknown
keys, file names that not every file system can hold, goldens edited by hand or in the wrong place, files that no
suite claims, recordings that are damaged or readable by other users, and leftovers of killed commands. It also reports
secrets that a person wrote into a file, or that a run left in its folder: as a warning, unless --secrets says otherwise
(docs/security.md). A run in which a check has found none is not read again. Whether a prompt is what the system sends today, only a run can see: to check, a golden with a
changed word looks like any accepted one.

With --skills, check reads the SKILL.md files of one folder and reports whether each was loaded, repaired or dropped,
and why.

With --schema, check reads nothing, and prints the JSON Schema of a kind of file, for editors: suite, case, golden, or
project for beaver-eval.yaml (docs/editors.md).

` + console.ExitHelp,
		Example: `  beaver-eval check
  beaver-eval check --format json | jq '.problems[].path'
  beaver-eval check --secrets fail           # exit code 1 where a fixture holds a key
  beaver-eval check --skills ~/skills        # which SKILL.md files load, and which were repaired
  beaver-eval check --schema suite > suite.schema.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			err := errors.Join(console.OneOf("--format", format, "table", "json"),
				console.OneOf("--secrets", secrets, "warn", "fail",
					"off"))
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("schema") {
				return a.printSchema(kind)
			}
			report, err := a.check(cmd.Context(), skillsDir, secrets != "off", a.Cache(noCache))
			if err != nil {
				return err
			}
			if secrets == "off" {
				report.Drop(check.KindSecret)
			}
			if err := a.printReport(report, format); err != nil {
				return console.Fault(err)
			}
			if report.OK < report.Files || len(report.Problems) > 0 && !onlyWarnings(report) {
				return &console.Error{Code: console.Input}
			}
			if secrets == "fail" && report.Has(check.KindSecret) {
				return &console.Error{Code: console.Gate}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "table", "table or json")
	cmd.Flags().StringVar(&secrets, "secrets", "warn",
		"how to report a secret in a file: warn, fail (exit code 1), or off")
	cmd.Flags().BoolVar(&noCache, "no-cache", false, console.NoCacheHelp)
	cmd.Flags().StringVar(&skillsDir, "skills", "", "check the skills in this `folder` instead of a project")
	cmd.Flags().StringVar(&kind, "schema", "",
		"print the JSON Schema of a `kind` of file: "+strings.Join(schema.Kinds(), ", "))
	for _, other := range []string{"format", "secrets", "skills"} {
		cmd.MarkFlagsMutuallyExclusive("schema", other)
	}
	return cmd
}

func (a *app) printSchema(kind string) error {
	if err := console.OneOf("--schema", kind, schema.Kinds()...); err != nil {
		return err
	}
	text, err := schema.Of(kind, a.Systems)
	if err != nil {
		return err
	}
	_, err = a.Data.Write(text)
	return console.Fault(err)
}

func (a *app) check(ctx context.Context, skillsDir string, tables bool, kept *cache.Cache) (*check.Report, error) {
	if skillsDir != "" {
		return checkSkills(ctx, skillsDir)
	}
	p, err := a.Project()
	if err != nil {
		return nil, err
	}
	report, err := check.Run(ctx, p, a.Systems, func(s *project.Suite) error { return checkBaseline(ctx, p, s) })
	if err != nil {
		return nil, err
	}
	if tables {
		found, err := a.checkRuns(ctx, p, kept)
		if err != nil {
			return nil, err
		}
		report.Add(found...)
	}
	left, err := console.Leftovers(p)
	report.Add(left...)
	return report, err
}

// checkBaseline reads the older run that a suite compares with.
func checkBaseline(ctx context.Context, p *project.Project, s *project.Suite) error {
	if s.BaselineFile() == "" {
		return nil
	}
	if _, err := stored.ReadBaseline(ctx, p.OnDisk(s.BaselineFile()), []string{s.Name}, s.OwnGates()); err != nil {
		return pipeline.FileErrorf(s.File(), 0, "baseline: %w", err)
	}
	return nil
}

// checkSkills loads all skills of a folder as Beaver does. Links out of the folder are not followed.
func checkSkills(ctx context.Context, dir string) (*check.Report, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("--skills: %w", err)
	}
	defer root.Close()
	found := skills.Check(disk.Until(ctx, root.FS()), skills.Lenient)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if found.Files == 0 {
		return nil, fmt.Errorf("--skills %s: no %s in it", dir, skills.File)
	}
	report := &check.Report{Files: found.Files, OK: found.OK, Problems: []check.Problem{}}
	for _, p := range found.Problems {
		report.Problems = append(report.Problems, check.Problem{Path: p.Path, Kind: p.Kind, Detail: p.Detail,
			Warn: !p.Dropped})
	}
	return report, nil
}

func onlyWarnings(r *check.Report) bool {
	for _, p := range r.Problems {
		if !p.Warn {
			return false
		}
	}
	return true
}

func (a *app) printReport(r *check.Report, format string) error {
	if format == "json" {
		return printable.WriteJSON(a.Data, r)
	}
	if len(r.Problems) > 0 {
		var rows [][]string
		for _, p := range r.Problems {
			rows = append(rows, []string{p.Path, p.Kind, p.Detail})
		}
		if err := table.Write(a.Stdout, []table.Column{table.Text("path"), table.Text("kind"), table.Text("detail")},
			rows); err != nil {
			return err
		}
		fmt.Fprintln(a.Stdout)
	}
	_, err := fmt.Fprintf(a.Stdout, "%s, %d ok, %s\n", wording.Number(r.Files, "file"), r.OK,
		wording.Number(len(r.Problems), "problem"))
	return err
}
