package cli

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures/importers"
	application "github.com/beaver-eval/beaver-eval/pipeline/app"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/table"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

func (a *app) newImport() *cobra.Command {
	var o importOptions
	cmd := &cobra.Command{
		Use:   "import [--format FORMAT] FILE",
		Short: "Turn recorded conversations or labelled messages into cases, recordings and suites",
		Long: `import reads what was recorded or labelled elsewhere and writes it into the project, or into the current
folder if there is none: fixtures/conversations/NAME.jsonl, fixtures/recordings/NAME/ and suites/NAME.yaml. The
assistant's own words become imported answers to the main agent's calls; what is skipped or changed is counted and
named, what a case cannot hold with its first place. Without --format, the first record of FILE says which it has:

  tau-bench    a JSON list of runs, {"task_id", "trial", "traj": [messages]}; they enter at the main agent
  openai-chat  JSONL, one {"messages": [...]} per line, with id, model, source and tools where known; in Beaver they go
               through the router, which treats all of them as simple chat. The prompts are then Beaver's, not those of
               the file
  sharegpt     {"conversations": [{"from": "human" or "gpt", "value"}]}, as a JSON list or JSONL
  hf-messages  data sets with a column messages, in Parquet or JSONL; places are numbers of rows
  promptfoo    the tests of a configuration: a case for each, or for each metadata.conversationId. Assertions that say
               the same as an expectation become one; the others are counted by type, like prompts and providers
  langsmith    examples, {"inputs", "outputs"}, whose output becomes a label; runs of models, or {"post", "patch"}
  inspect-samples  {"input", "target", "choices"}, as JSONL, a JSON list or CSV; the target becomes a label
  inspect-log  a log of Inspect in JSON: messages, and scores as tags
  tau2         tasks of tau2-bench: why the user calls is the turn, and the actions are labels
  bfcl         JSONL of the Berkeley Function Calling Leaderboard: {"id", "question", "function", "ground_truth"}
  requests     JSONL, one request of your own program per line, with its response: {"case", "turn", "stage", "model",
               "messages", "tools", "response"}, see docs/requests.md; the cases run on your program (system: app)
  otel         the spans of OpenTelemetry's GenAI instrumentations in the JSON form of OTLP; the same cases as requests
  routing      JSONL, one message per line with its history and the action that it should be routed to: {"id", "recent",
               "active_task", "message", "label", "confidence", "alt_labels", "source", "dialogue_id", "licence"}; three
               baselines answer the router

Tests (promptfoo, examples, samples, tasks) have no answers: "beaver-eval record" asks a model for them.

With --system app, conversations and tests become cases of your own program: each user text is a turn, and what the
assistant said and called then answers the stage that speaks to the user. The program sends its own prompts and runs its
own tools. The new suite runs it like the suite that describes it.

Labelled messages are split by dialogue into a training and a test set: conversations/NAME-train.jsonl and
NAME-test.jsonl, and the suites NAME-train, NAME-majority, NAME-status and NAME-classifier.

FILE may be a pipe, or - for standard input, which needs a --name. If the file has an error, nothing is written, and
no file is overwritten without --replace.

` + console.ExitHelp,
		Example: `  beaver-eval import promptfooconfig.yaml
  beaver-eval import --format tau-bench gpt-4o-airline-100.json
  beaver-eval import --format openai-chat --name support --model gpt-4o-mini export.jsonl
  beaver-eval import --format openai-chat --system app --stage desk --name batch chats.jsonl
  beaver-eval import --format requests --name app log.jsonl
  beaver-eval import --format routing --name routing cases.jsonl
  beaver-eval run --suite support --ci=false && beaver-eval accept --all`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.importFile(cmd.Context(), args[0], o) },
	}
	cmd.Flags().StringVar(&o.Format, "format", "", "the `format` of FILE, one of those above (default: as it begins)")
	cmd.Flags().StringVar(&o.Name, "name", "", "the `name` of the files and suites (default: that of FILE)")
	cmd.Flags().StringVar(&o.Model, "model", "", "the `model` that gave the answers, where FILE does not name it")
	cmd.Flags().StringVar(&o.system, "system", "",
		"cases of `app`, your program (default if all suites are applications), or of beaver")
	cmd.Flags().StringVar(&o.suite, "suite", "", "the `suite` that describes your program, if there are several")
	cmd.Flags().StringVar(&o.stage, "stage", "",
		"the `stage` of your program that speaks to the user (default: as in the last run)")
	cmd.Flags().BoolVar(&o.Replace, "replace", false, "replace what an earlier import of this name wrote")
	return cmd
}

func (a *app) importFile(ctx context.Context, file string, o importOptions) error {
	if err := a.chooseFormat(file, &o); err != nil {
		return err
	}
	if err := o.check(); err != nil {
		return err
	}
	p, err := a.ProjectOrHere()
	if err != nil {
		return err
	}
	if err := p.CheckWritable(path.Join(p.Fixtures, "conversations"), path.Join(p.Fixtures, "recordings"),
		p.Suites); err != nil {
		return err
	}
	o.Mask = p.Masker()
	o.There = func(name string) (*importers.There, error) { return a.suiteThere(p, name) }
	var driven *drivenProgram
	if o.conversations() {
		if driven, err = a.drivenProgram(ctx, p, o); err != nil {
			return err
		}
	}
	if driven != nil {
		if o.Program, err = driven.importer(); err != nil {
			return err
		}
	}
	report, err := importers.Import(ctx, file, o.Options, console.ImportFolders(p))
	if report != nil {
		if err := a.printImport(report); err != nil {
			return console.Fault(err)
		}
	}
	if err != nil {
		return err
	}
	a.AddGitLines(ctx, p, "import", a.InCI())
	if o.Format == importers.FormatRequests || o.Format == importers.FormatOTel {
		return console.Fault(a.nextOfRequests(p, report))
	}
	if driven != nil {
		if err := a.tellProgram(driven, report); err != nil {
			return err
		}
	}
	text := "`beaver-eval run --suite %[2]s` replays it; its prompts are new, and `beaver-eval accept --all` " +
		"accepts them."
	if report.Asked {
		text = "its turns have no answers yet: `beaver-eval record --suite %[2]s --model NAME` asks a model for " +
			"them, and `beaver-eval run --suite %[2]s` replays them."
	}
	_, err = fmt.Fprintf(a.Stdout, "\nwritten: %[1]s\n"+text+"\n", strings.Join(report.Files, ", "),
		strings.Join(report.Suites, ","))
	return console.Fault(err)
}

// chooseFormat checks the format, or guesses it if none is given.
func (a *app) chooseFormat(file string, o *importOptions) (err error) {
	if o.Format != "" {
		return console.OneOf("--format", o.Format, importers.Formats()...)
	}
	if o.Format, err = importers.Guess(file); err != nil {
		return err
	}
	fmt.Fprintf(a.Stderr, "beaver-eval: %s: read as %s\n", printable.Line(file), o.Format)
	return nil
}

// suiteThere returns what an existing suite of an application says about its requests; nil: another system's suite.
func (a *app) suiteThere(p *project.Project, name string) (*importers.There, error) {
	s, err := project.Read(p, a.Systems, name)
	if err != nil || s == nil {
		return nil, err
	}
	sys, ok := s.Pipeline().(*application.System)
	if !ok {
		return nil, nil
	}
	return &importers.There{System: sys, Mask: s.Masker()}, nil
}

// nextOfRequests prints what to do next with the cases of an application.
func (a *app) nextOfRequests(p *project.Project, r *importers.Report) error {
	suite := path.Join(p.Suites, r.Name+".yaml")
	text := "say in %[2]s how your program is started (command:)"
	if !slices.Contains(r.Files, suite) {
		text = "%[2]s stays as it is: make it name these cases and recordings"
	}
	text += ". Then `beaver-eval run --suite %[3]s` runs the program with these answers; its prompts are new, and " +
		"`beaver-eval accept --all` accepts them."
	_, err := fmt.Fprintf(a.Stdout, "\nwritten: %[1]s\n"+text+"\n",
		strings.Join(r.Files, ", "), suite, r.Name)
	return err
}

// printImport prints what was found, what was skipped and which keys were not read.
func (a *app) printImport(r *importers.Report) error {
	columns := []table.Column{table.Text("found"), table.Number("count"), table.Number("in skipped"),
		table.Text("first in")}
	var rows [][]string
	for _, c := range r.Counts {
		skipped := strconv.Itoa(c.Skipped)
		if c.First == "" {
			skipped = ""
		}
		rows = append(rows, []string{c.What, strconv.Itoa(c.All), skipped, c.First})
	}
	if err := table.Write(a.Stdout, columns, rows); err != nil {
		return err
	}
	rows = nil
	for _, skip := range r.Skipped {
		rows = append(rows, []string{skip.Reason, strconv.Itoa(skip.Conversations), strings.Join(skip.First, ", ")})
	}
	if err := a.printFindings("skipped: it has", rows); err != nil {
		return err
	}
	rows = nil
	for _, l := range r.Lost {
		rows = append(rows, []string{printable.Line(l.What), strconv.Itoa(l.Count), printable.Line(l.First)})
	}
	if err := a.printFindings("no case can hold", rows); err != nil {
		return err
	}
	var keys []string
	for _, k := range r.Ignored() {
		keys = append(keys, fmt.Sprintf("%s (%d)", printable.Line(k.Name), k.Count))
	}
	if len(keys) > 0 {
		fmt.Fprintf(a.Stdout, "\nignored keys: %s\n", strings.Join(keys, ", "))
	}
	if r.Note != "" {
		fmt.Fprintf(a.Stdout, "\nNOTE: %s\n", r.Note)
	}
	return nil
}

// printFindings prints a table of what was found, how often and where first; nothing if it has no rows.
func (a *app) printFindings(what string, rows [][]string) error {
	if len(rows) == 0 {
		return nil
	}
	fmt.Fprintln(a.Stdout)
	return table.Write(a.Stdout, []table.Column{table.Text(what), table.Number("count"), table.Text("first")}, rows)
}
