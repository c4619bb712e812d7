package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/server"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/shell"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
	"github.com/beaver-eval/beaver-eval/reports/tracefile"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

func (a *app) newShow() *cobra.Command {
	var f shell.Filters
	var format string
	var prompts []string
	var sources bool
	var log string
	cmd := &cobra.Command{
		Use:   "show CASE[/PATH]",
		Short: "Show calls of a case as they were sent",
		Long: `show replays one case and prints its calls as they were sent: messages by section, with tokens and
tools. PATH is a call, a place (all calls below it), or a glob. --format json prints a list of calls; openai, litellm,
anthropic, codex and ollama print the body of one request as that provider receives it, for curl. --sources prints for
each piece of a text which template, skill, key of the case, answer or tool result it is from; --format json always does.
What a Chinese query has found in English stands before the first call that may use it, with the words that found it.

` + exit.Help,
		Example: `  beaver-eval show refund-two-turns
  beaver-eval show refund-two-turns/turn-1/router
  beaver-eval show refund-two-turns/turn-1/router --sources
  beaver-eval show refund-two-turns/turn-2/main-1 --format openai > body.json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			forms := append([]string{"table", "json"}, wire.Forms()...)
			if err := shell.OneOf("--format", format, forms...); err != nil {
				return err
			}
			if sources && format != "table" && format != "json" {
				return fmt.Errorf("--sources: the body of a request has none: want --format table or json, got %s",
					format)
			}
			return a.show(cmd.Context(), args[0], f, prompts, log, callPrinter{format, sources})
		},
	}
	cmd.Flags().StringSliceVar(&f.Suites, "suite", nil, "only suites whose name matches this `glob`")
	cmd.Flags().StringVar(&format, "format", "table",
		"table, json, or a provider's request body: "+strings.Join(wire.Forms(), ", "))
	cmd.Flags().StringArrayVar(&prompts, "prompts", nil, shell.PromptsUsage)
	cmd.Flags().Var(server.Once(&log), "requests", shell.RequestsUsage)
	cmd.Flags().BoolVar(&sources, "sources", false,
		"say where each piece of a text is from: template, skill, case, answer, tool, code")
	return cmd
}

// callPrinter says how show prints calls.
type callPrinter struct {
	format  string
	sources bool // where each piece of a text is from
}

func (a *app) show(
	ctx context.Context, name string, f shell.Filters, prompts []string, log string, as callPrinter,
) error {
	p, err := a.Project()
	if err != nil {
		return err
	}
	loaded, err := project.Load(ctx, p, a.Systems, f.Suites, prompts...)
	if err != nil {
		return err
	}
	if log != "" {
		if _, err := a.FromLog(ctx, loaded, log); err != nil {
			return err
		}
	}
	if err := a.SayPrompts(loaded); err != nil {
		return err
	}
	res, at, err := runner.Show(ctx, loaded, a.Systems, a.Exchange, name)
	if err != nil {
		return err
	}
	calls := callsAt(res.Trace, at)
	if len(calls) == 0 && len(res.Errors) == 0 {
		var paths []string
		for _, c := range callsAt(res.Trace, "") {
			paths = append(paths, c.Path)
		}
		return fmt.Errorf("%s/%s has no call at %s; it has:\n  %s", res.Suite, res.Case, at,
			strings.Join(paths, "\n  "))
	}
	if err := a.printCalls(res, calls, as); err != nil {
		return err
	}
	return errors.Join(res.Errors...)
}

func callsAt(t *trace.Trace, at string) []*trace.Call {
	if t == nil {
		return nil
	}
	var calls []*trace.Call
	for _, c := range t.Calls() {
		glob, _ := doublestar.Match(at, c.Path)
		if at == "" || c.Path == at || strings.HasPrefix(c.Path, at+"/") || glob {
			calls = append(calls, c)
		}
	}
	return calls
}

func (a *app) printCalls(res *result.Result, calls []*trace.Call, as callPrinter) error {
	format := as.format
	switch format {
	case "table":
		a.printTable(res, calls, as.sources)
		return nil
	case "json":
		return tracefile.WriteCallsJSON(a.Data, res, calls)
	}
	if len(calls) != 1 {
		return fmt.Errorf("--format %s prints one request, and %d calls match: name one of them", format, len(calls))
	}
	req := calls[0].Request
	if req.Model == "" {
		req.Model = noModel
		fmt.Fprintf(a.Stderr, "beaver-eval: the models: of suite %s name none for %s; %s stands in its place\n",
			res.Suite, req.Stage, noModel)
	}
	body, err := wire.Body(format, req)
	if err != nil {
		return err
	}
	_, err = a.Data.Write(append(body, '\n'))
	return err
}

// printTable prints calls, and before the first one behind each retrieval through which words a translation has found
// something there.
func (a *app) printTable(res *result.Result, calls []*trace.Call, sources bool) {
	if len(calls) == 0 { // nor a trace, perhaps
		return
	}
	name := res.Suite + "/" + res.Case
	told := map[int]bool{} // retrievals, by their step
	for i := range res.Trace.Steps {
		s := &res.Trace.Steps[i]
		if s.Call == nil || !slices.Contains(calls, s.Call) {
			continue
		}
		for _, r := range res.Trace.Retrievals() {
			if r.Step < i && !told[r.Step] && isIn(s.Path, r.Place) {
				told[r.Step] = true
				tracefile.WriteTranslated(a.Stdout, name, r)
			}
		}
		tracefile.WriteCall(a.Stdout, name, s.Call, sources)
	}
}

// isIn reports whether a call was made at a place itself, not below it.
func isIn(call, place string) bool {
	at := strings.LastIndexByte(call, '/')
	return at >= 0 && call[:at] == place
}

// noModel stands where a body has to name a model and the suite has none: every provider takes an empty name for a
// mistake.
const noModel = "MODEL"
