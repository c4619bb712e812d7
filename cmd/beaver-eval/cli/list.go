package cli

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/table"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

func (a *app) newList() *cobra.Command {
	var f console.Filters
	var format string
	cmd := &cobra.Command{
		Use:   "list [suites|cases|systems|stages]",
		Short: "List the suites, cases, systems or stages",
		Long: `list prints the suites of the project (default), their cases, the systems that this program can run, or
the stages of those systems with their fallbacks. --case, --tag and -k choose cases as they do for run.

` + console.ExitHelp,
		Example: `  beaver-eval list
  beaver-eval list cases --suite support
  beaver-eval list cases --tag smoke -k refund
  beaver-eval list stages --format json`,
		Args:      cobra.MatchAll(cobra.MaximumNArgs(1), cobra.OnlyValidArgs),
		ValidArgs: []string{"suites", "cases", "systems", "stages"},
		RunE: func(cmd *cobra.Command, args []string) error {
			what := "suites"
			if len(args) > 0 {
				what = args[0]
			}
			err := errors.Join(console.OneOf("--format", format, "table", "json"), f.Check())
			if cases := f.Choice(); what != "cases" && !cases.All() {
				err = errors.Join(err, errors.New("--case, --tag and -k are about cases: `beaver-eval list cases`"))
			}
			if err != nil {
				return err
			}
			return a.list(cmd.Context(), what, f, format)
		},
	}
	f.CaseFlags(cmd)
	cmd.Flags().StringVar(&format, "format", "table", "table or json")
	return cmd
}

func (a *app) list(ctx context.Context, what string, f console.Filters, format string) error {
	var rows any
	var columns []table.Column
	var cells [][]string
	switch what {
	case "systems", "stages":
		stages := a.stages()
		columns = []table.Column{
			table.Text("system"), table.Text("stage"), table.Text("calls"), table.Text("decides"),
			table.Text("fallback"),
		}
		for _, s := range stages {
			cells = append(cells, []string{s.System, s.Stage, strconv.FormatBool(s.Calls), s.Decides, s.Fallback})
		}
		rows = stages
		if what == "systems" {
			names := slices.Sorted(maps.Keys(a.Systems))
			columns, cells = []table.Column{table.Text("system")}, nil
			for _, n := range names {
				cells = append(cells, []string{n})
			}
			rows = names
		}
	default:
		loaded, err := a.load(ctx, f)
		if err != nil {
			return err
		}
		if rows, columns, cells, err = a.listProject(ctx, what, loaded, f.Choice()); err != nil {
			return err
		}
	}
	if format == "json" {
		return printable.WriteJSON(a.Data, rows)
	}
	return table.Write(a.Stdout, columns, cells)
}

func (a *app) load(ctx context.Context, f console.Filters) ([]*project.Suite, error) {
	p, err := a.Project()
	if err != nil {
		return nil, err
	}
	return project.Load(ctx, p, a.Systems, f.Suites, "")
}

type suiteInfo struct {
	Suite       string `json:"suite"`
	System      string `json:"system"`
	Cases       int    `json:"cases"`
	Description string `json:"description,omitempty"`
}

func (a *app) listProject(ctx context.Context, what string, loaded []*project.Suite, chosen filter.Cases) (rows any,
	columns []table.Column, cells [][]string, err error) {
	sought := chosen.Search()
	names := slices.Sorted(maps.Keys(a.Systems))
	cases, infos := []project.Info{}, []suiteInfo{}
	for _, s := range loaded {
		n := 0
		err := s.EachCase(ctx, names, func(i project.Info) error {
			sought.See(i.Suite, i.Case, i.Tags)
			if n++; what == "cases" && chosen.Has(i.Suite, i.Case, i.Tags) {
				cases = append(cases, i)
				cells = append(cells, []string{i.Suite, i.Case, strconv.Itoa(i.Turns), strings.Join(i.Tags, " "),
					i.File + ":" + strconv.Itoa(i.Line)})
			}
			return nil
		})
		if err != nil {
			return nil, nil, nil, err
		}
		if what == "suites" {
			infos = append(infos, suiteInfo{s.Name, s.System, n, s.Description})
			cells = append(cells, []string{s.Name, s.System, strconv.Itoa(n), s.Description})
		}
	}
	if err := sought.Err("no case"); err != nil {
		return nil, nil, nil, err
	}
	if what == "cases" {
		return cases, []table.Column{table.Text("suite"), table.Text("case"), table.Number("turns"), table.Text("tags"),
			table.Text("file")}, cells, nil
	}
	return infos, []table.Column{table.Text("suite"), table.Text("system"), table.Number("cases"),
		table.Text("description")}, cells, nil
}

type stageInfo struct {
	System   string            `json:"system"`
	Stage    string            `json:"stage"`
	Calls    bool              `json:"calls"`
	Fallback string            `json:"fallback,omitempty"`
	Reasons  []pipeline.Reason `json:"reasons,omitempty"`

	Decides string              `json:"decides,omitempty"` // with a comma and a blank between several
	Values  map[string][]string `json:"values,omitempty"`
	Leaf    string              `json:"leaf,omitempty"`
	Reads   pipeline.Reads      `json:"reads,omitempty"`
	Tools   []string            `json:"tools,omitempty"`
	Example string              `json:"example,omitempty"`
}

func (a *app) stages() []stageInfo {
	var all []stageInfo
	for _, name := range slices.Sorted(maps.Keys(a.Systems)) {
		for _, s := range a.Systems[name].Stages() {
			decides := make([]string, len(s.Decides))
			for i, d := range s.Decides {
				decides[i] = string(d)
			}
			all = append(all, stageInfo{
				name, s.Name, s.Calls, s.Fallback, s.Reasons, strings.Join(decides, ", "),
				s.Values, s.Leaf, s.Reads, s.Tools, s.Example,
			})
		}
	}
	return all
}
