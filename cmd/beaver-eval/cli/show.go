package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
	"github.com/beaver-eval/beaver-eval/reports/export"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// showOptions are the flags of show.
type showOptions struct {
	console.Filters
	callPrinter
	prompts []string
	log     string // of requests; empty: none
	run     string // a stored run; empty: the case is replayed
	sample  int    // of a case that ran several times, from 0
	turns   bool
}

// callPrinter holds the options for printing calls.
type callPrinter struct {
	format  string
	sources bool // print the source of each piece of text
}

func (a *app) newShow() *cobra.Command {
	var o showOptions
	cmd := &cobra.Command{
		Use:   "show CASE[/PATH]",
		Short: "Show calls of a case as they were sent, or its conversation",
		Long: `show replays one case and prints its calls as they were sent: messages by section, with tokens and tools, and what was
answered and decided. PATH is a call, a place (all calls below it), or a glob. --format json prints a list of calls;
openai, litellm, anthropic, codex and ollama print the body of one request as that provider receives it, for curl.
--sources prints, for each piece of text, the template, skill, case key, answer or tool result that it comes from;
--format json always does. What a Chinese query found in English is printed before the first call that may use it, with
the words that found it.

--run RUN replays nothing: it prints what was sent, answered and decided in a run that is kept in reports, whoever
answered, and the messages of failures. RUN is a folder, its name below reports, or latest. If a run against a server
was killed, it has the calls that were answered by then. Of a case that ran several times (run --repeat), --sample says
which one.

If the tests of an application run its program, show runs those that its suite names, with their output on standard
error, and prints what the test of this case has sent.

--turns prints the conversation as people read it: for each turn the user's words, the tools used, in short, and the
replies. PATH is then a turn. It can be combined with --run.

` + console.ExitHelp,
		Example: `  beaver-eval show refund-two-turns
  beaver-eval show refund-two-turns/turn-1/router
  beaver-eval show refund-two-turns/turn-1/router --sources
  beaver-eval show refund-two-turns/turn-2/main-1 --format openai > body.json
  beaver-eval show refund-two-turns/turn-2 --run latest   # as in that run
  beaver-eval show refund-two-turns --turns               # who said what`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			return a.show(cmd.Context(), args[0], o)
		},
	}
	cmd.Flags().StringSliceVar(&o.Suites, "suite", nil, "only suites whose name matches this `glob`")
	cmd.Flags().StringVar(&o.format, "format", "table",
		"table, json, or a provider's request body: "+strings.Join(wire.Forms(), ", "))
	cmd.Flags().StringArrayVar(&o.prompts, "prompts", nil, console.PromptsUsage)
	cmd.Flags().Var(console.Once(&o.log), "requests", console.RequestsUsage)
	cmd.Flags().BoolVar(&o.sources, "sources", false,
		"say where each piece of text comes from: template, skill, case, answer, tool, code")
	cmd.Flags().StringVar(&o.run, "run", "",
		"print this kept `run` instead of replaying: a folder, its name below reports, or latest")
	cmd.Flags().IntVar(&o.sample, "sample", 0, "with --run of a run with --repeat: which sample of the case, from 0")
	cmd.Flags().BoolVar(&o.turns, "turns", false,
		"print the conversation as people read it: the user's words, tools in short, the replies")
	cmd.MarkFlagsMutuallyExclusive("run", "prompts")
	cmd.MarkFlagsMutuallyExclusive("run", "requests")
	return cmd
}

// check rejects impossible combinations of flags.
func (o *showOptions) check() error {
	if err := console.OneOf("--format", o.format, append([]string{"table", "json"}, wire.Forms()...)...); err != nil {
		return err
	}
	body := o.format != "table" && o.format != "json"
	switch {
	case o.sources && body:
		return fmt.Errorf("--sources: a request body names no sources: want --format table or json, got %s", o.format)
	case o.turns && body:
		return fmt.Errorf("--turns: a conversation is not a request: want --format table or json, got %s", o.format)
	case o.sample < 0 || o.sample > 0 && o.run == "":
		return fmt.Errorf("--sample: want 0 or more, with --run, got %d", o.sample)
	case o.run != "" && body:
		return fmt.Errorf("--run: a run keeps no request bodies: want --format table or json, got %s", o.format)
	case o.run != "" && o.sources:
		return errors.New("--run and --sources exclude each other: a run keeps how much of a text comes from " +
			"where, but " +
			"not which pieces")
	case o.turns && o.sources:
		return errors.New("--turns and --sources exclude each other: the words of a conversation are the case's")
	}
	return o.Check()
}

func (a *app) show(ctx context.Context, name string, o showOptions) error {
	p, err := a.Project()
	if err != nil {
		return err
	}
	res, at, err := a.shown(ctx, p, name, o)
	if err != nil {
		return err
	}
	replayed := errors.Join(res.Errors...)
	if o.run != "" { // the error that stopped the case then is printed, but is no error of this command
		replayed = nil
	}
	if o.turns {
		return errors.Join(a.printTurns(res, at, o), replayed)
	}
	calls := callsAt(res.Trace, at)
	if len(calls) == 0 && (len(res.Errors) == 0 || at != "" && o.run != "") {
		var paths []string
		for _, c := range callsAt(res.Trace, "") {
			paths = append(paths, c.Path)
		}
		if at == "" {
			return fmt.Errorf("%s/%s made no calls", res.Suite, res.Case)
		}
		return fmt.Errorf("%s/%s has no call at %s; it has:\n  %s", res.Suite, res.Case, at,
			strings.Join(paths, "\n  "))
	}
	if err := a.printCalls(res, calls, o.callPrinter); err != nil {
		return err
	}
	if o.run != "" && at == "" && o.format == "table" {
		export.WriteEnd(a.Stdout, res)
	}
	return replayed
}

// shown returns the case that name begins with, and the rest of the name: replayed, or from a stored run.
func (a *app) shown(ctx context.Context, p *project.Project, name string, o showOptions) (*result.Result, string,
	error) {
	if o.run != "" {
		return a.keptCase(ctx, p, name, keptRun{o.run, o.sample, o.Suites})
	}
	loaded, err := project.Load(ctx, p, a.Systems, o.Suites, o.prompts...)
	if err != nil {
		return nil, "", err
	}
	if o.log != "" {
		if _, err := a.FromLog(ctx, loaded, o.log); err != nil {
			return nil, "", err
		}
	}
	if err := a.SayPrompts(loaded); err != nil {
		return nil, "", err
	}
	if o.log == "" {
		if err := a.letTestsRun(ctx, p, loaded, name); err != nil {
			return nil, "", err
		}
	}
	return runner.Show(ctx, loaded, a.Systems, a.Exchange, name)
}

// letTestsRun runs the tests of the suite that has the case, if these run its program. A case that no suite knows yet
// may be one of any tests. Whether the tests pass is not the question here: their output says it.
func (a *app) letTestsRun(ctx context.Context, p *project.Project, loaded []*project.Suite, name string) error {
	in, _, _, err := runner.Find(ctx, loaded, a.Systems, name)
	if err != nil {
		return err
	}
	if in != nil && in.Driven() && in.Tests() == nil {
		return fmt.Errorf("the tests of the suite %s run its program, and the suite does not name them (app: {tests: "+
			"[COMMAND]}): `beaver-eval run --suite %s -- COMMAND` runs them, then `beaver-eval show --run latest %s` "+
			"shows the case", in.Name, console.Quoted(in.Name), console.Quoted(name))
	}
	for _, s := range loaded {
		if s.Tests() == nil || in != nil && in != s {
			continue
		}
		if _, _, err := a.Drive(ctx, s, a.Command(s.Tests(), p.Dir), a.Uncompared); err != nil {
			return err
		}
	}
	return nil
}

// printTurns prints the turns of a case, or one of them.
func (a *app) printTurns(res *result.Result, at string, o showOptions) error {
	turns := export.Turns(res)
	var places []string
	for _, t := range turns {
		places = append(places, t.Place)
	}
	switch {
	case len(turns) == 0 && o.run != "":
		return fmt.Errorf("--turns: run %s has no turns of %s/%s: it did not reach the end of the case, or it "+
			"is from an "+
			"older version; leave --turns out to see its calls", o.run, res.Suite, res.Case)
	case at != "" && !slices.Contains(places, at):
		return fmt.Errorf("%s/%s has no turn %s; it has:\n  %s", res.Suite, res.Case, at, strings.Join(places, "\n  "))
	case at != "":
		turns = slices.DeleteFunc(turns, func(t export.Turn) bool { return t.Place != at })
	}
	if o.format == "json" {
		return export.WriteTurnsJSON(a.Data, turns)
	}
	export.WriteTurns(a.Stdout, turns)
	if o.run != "" && at == "" {
		export.WriteEnd(a.Stdout, res)
	}
	return nil
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
		return export.WriteCallsJSON(a.Data, res, calls)
	}
	if len(calls) != 1 {
		return fmt.Errorf("--format %s prints one request, but %d calls match: name one of them", format, len(calls))
	}
	req := calls[0].Request
	if req.Model == "" {
		req.Model = noModel
		fmt.Fprintf(a.Stderr, "beaver-eval: models: of the suite %s names none for %s; %s is used instead\n",
			res.Suite, req.Stage, noModel)
	}
	body, err := wire.Body(format, req)
	if err != nil {
		return err
	}
	_, err = a.Data.Write(append(body, '\n'))
	return err
}

// printTable prints calls, and before the first one after each retrieval the words through which a translation found
// candidates.
func (a *app) printTable(res *result.Result, calls []*trace.Call, sources bool) {
	if len(calls) == 0 { // maybe no trace either
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
				export.WriteTranslated(a.Stdout, name, r)
			}
		}
		export.WriteCall(a.Stdout, name, s.Call, sources)
	}
}

// isIn reports whether a call was made at a place itself, not below it.
func isIn(call, place string) bool {
	at := strings.LastIndexByte(call, '/')
	return at >= 0 && call[:at] == place
}

// noModel replaces a missing model name in a body: every provider rejects an empty one.
const noModel = "MODEL"
