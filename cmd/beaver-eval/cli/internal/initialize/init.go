package initialize

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures/importers"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// New returns the verb init. It runs all cases of the project in a folder with whole.
func New(
	shared *console.App, whole func(ctx context.Context, shared *console.App, root string) error,
) *cobra.Command {
	a := &app{shared, whole}
	var o initOptions
	cmd := &cobra.Command{
		Use:   "init [DIR]",
		Short: "Write a small working project into this repository",
		Long: `init writes a project with one suite and one case into the current folder, or into the project that the
folder belongs to, runs the case twice, and accepts its prompts if both runs send the same: the next run passes. It asks
nothing, and overwrites nothing: a file that exists stays, and is named.

--system app (default) is for an application in any language that talks to a model over HTTP. init guesses how it is
started: by the start script of package.json; agent.py, main.py or app.py; agent.mjs, index.mjs and the like; main.go.
It tries that once. If it finds nothing, it writes a small agent in Python, or for Node.js. --system beaver is for the
agent system that is part of this program.

In a git work tree it adds the lines that .gitignore and .gitattributes lack and, if .git is in the project's folder, a
workflow for GitHub Actions, .github/workflows/prompts.yml.

--from requests FILE.jsonl, or --from otel FILE.json, starts from requests that the application has already made, as
import does: its cases and recorded answers come from there.

--demo writes a small project of that system into the current folder, or into DIR, runs it at once, and explains the
lines that are printed: a project to play with. It writes nothing if a file is in its way.

--templates DIR writes no project, only the built-in templates of a system (--system, default beaver) to the folder DIR,
one file each, and prints how to try and how to keep them. DIR must be empty or not exist; it may be anywhere, even in a
project. If you delete a template from DIR, the system uses its own.

Exit code 2 means that something is left to do, such as a command to fill in; what was written stays.

` + console.ExitHelp,
		Example: `  beaver-eval init
  beaver-eval init --system beaver
  beaver-eval init --from requests log.jsonl
  beaver-eval init && beaver-eval run
  beaver-eval init --demo playground
  beaver-eval init --templates my-prompts        # then run --prompts my-prompts`,
		Args: func(_ *cobra.Command, args []string) error { return o.takeArgs(args) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case o.demo:
				return a.demo(cmd.Context(), o.dir)
			case o.templates != "":
				return a.templates(o.templates, o.system)
			}
			o.system = cmp.Or(o.system, systemApp)
			return a.init(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.system, "system", "", "`name` of the system: "+systemApp+" (default) or "+systemBeaver+
		"; with --templates any (default: "+systemBeaver+")")
	cmd.Flags().StringVar(&o.from, "from", "",
		"start from a log of requests: a `format`, requests or otel, followed by the file")
	cmd.Flags().BoolVar(&o.demo, "demo", false, "write a project to play with, run it, and explain what is printed")
	cmd.Flags().StringVar(&o.templates, "templates", "",
		"write the templates of a system to this `folder`, to edit them")
	cmd.MarkFlagsMutuallyExclusive("templates", "from", "demo")
	cmd.MarkFlagsMutuallyExclusive("demo", "system")
	return cmd
}

// takeArgs reads the DIR of --demo, and --from FORMAT FILE: a flag takes one value, and the file follows as an
// argument.
func (o *initOptions) takeArgs(args []string) error {
	switch {
	case o.demo && len(args) > 1:
		return fmt.Errorf("--demo: want one folder, got %d", len(args))
	case o.demo:
		o.dir = "."
		if len(args) == 1 {
			o.dir = args[0]
		}
		return nil
	case o.from == "" && len(args) > 0:
		return fmt.Errorf("init takes no argument, got %.60q", args[0])
	case o.from == "":
		return nil
	case len(args) != 1:
		return errors.New("--from: want a format and a file, as in --from requests log.jsonl")
	}
	o.log = args[0]
	return nil
}

func (o *initOptions) check() error {
	if err := console.OneOf("--system", o.system, systemApp, systemBeaver); err != nil {
		return err
	}
	if o.from == "" {
		return nil
	}
	if o.system != systemApp {
		return errors.New("--from: a log of requests comes from an application: it excludes --system " + o.system)
	}
	return console.OneOf("--from", o.from, importers.FormatRequests, importers.FormatOTel)
}

func (a *app) init(ctx context.Context, o initOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	if err := a.has(o.system); err != nil {
		return err
	}
	p, err := a.ProjectOrHere()
	if err != nil {
		return err
	}
	err = p.CheckWritable(path.Join(p.Fixtures, "conversations"), path.Join(p.Fixtures, "recordings"), p.Suites,
		path.Join(p.Goldens, o.system), ".github/workflows")
	if err != nil {
		return err
	}
	w := &writer{project: p}
	start, err := a.write(ctx, w, o)
	if err != nil {
		return errors.Join(a.told(w), err)
	}
	if err := a.told(w); err != nil {
		return console.Fault(err)
	}
	a.AddGitLines(ctx, p, "init", a.InCI())
	return a.finish(ctx, p, w, o, start)
}

// write writes the files of a system, and returns how to start its application.
func (a *app) write(ctx context.Context, w *writer, o initOptions) (start, error) {
	if o.system == systemBeaver {
		return start{}, w.beaver()
	}
	s := guess(w.project.Dir)
	if o.from != "" {
		return s, a.fromLog(ctx, w, o, s)
	}
	if len(s.command) == 0 && !w.has(path.Join(w.project.Suites, systemApp+".yaml")) {
		var err error
		if s, err = w.agent(); err != nil {
			return s, err
		}
	}
	return s, w.app(s)
}

// finish runs the new project, and prints the next steps.
func (a *app) finish(ctx context.Context, p *project.Project, w *writer, o initOptions, s start) error {
	suite := path.Join(p.Suites, o.system+".yaml")
	switch {
	case len(w.wrote) == 0:
		_, err := fmt.Fprintln(a.Stdout, "\nnothing to write: every file exists already")
		return console.Fault(err)
	case !w.isNew(suite): // written by a person: never run or accepted without a request
		_, err := fmt.Fprintf(a.Stdout, "\n%s stays as it is: `beaver-eval run` runs it\n", suite)
		return console.Fault(err)
	case o.system == systemApp && len(s.command) == 0:
		return a.toFillIn(ctx, p, suite, o)
	}
	if len(s.command) > 0 {
		fmt.Fprintf(a.Stdout, "\ntrying the command: %s\n", strings.Join(s.command, " "))
		if err := a.Stdout.Flush(); err != nil {
			return console.Fault(err)
		}
	}
	accepted, err := a.try(ctx, p, o.system, "")
	if err != nil {
		return a.tried(err, suite, o, s)
	}
	return a.next(p, suite, accepted, o)
}

// next prints what was accepted, and the next commands.
func (a *app) next(p *project.Project, suite, accepted string, o initOptions) error {
	cases, one := path.Join(p.Fixtures, "conversations", o.system, caseFile), strings.TrimSuffix(caseFile, ".yaml")
	if o.from != "" {
		cases, one = path.Join(p.Fixtures, "conversations", o.system+".jsonl"), "CASE"
	}
	_, err := fmt.Fprintf(a.Stdout, `accepted: %s

next:
  beaver-eval run           # passes; after an edit of a prompt it shows what changed, and accept takes it
  beaver-eval show %s    # the requests as they were sent
  edit %s
  and  %s
`, accepted, one, cases, suite)
	return console.Fault(err)
}

// toFillIn prints that the start command is unknown. The requests of a log are still accepted.
func (a *app) toFillIn(ctx context.Context, p *project.Project, suite string, o initOptions) error {
	text := suite + ": command: fill in how your program is started, then `beaver-eval run`"
	if o.from == "" {
		return errors.New(text)
	}
	if o.from == importers.FormatRequests {
		accepted, err := a.try(ctx, p, o.system, o.log)
		if err != nil {
			return err
		}
		fmt.Fprintf(a.Stdout, "\naccepted: %s\n", accepted)
		text += fmt.Sprintf("; without it, `beaver-eval run --suite %s --requests %s` compares the log",
			systemApp, console.Quoted(o.log))
	}
	return errors.New(text)
}

// tried returns the outcome of a first run of the application.
func (a *app) tried(err error, suite string, o initOptions, s start) error {
	if o.system == systemBeaver || errors.Is(err, context.Canceled) {
		return err
	}
	if _, differs := errors.AsType[*differsError](err); differs {
		return fmt.Errorf("%w\nWhat was written stays. If the program has found what its first run had left behind, "+
			"keep that out of the project\n(`env` or `isolate: true` in %s) and remove it. Then:\n"+
			"  beaver-eval run\n  beaver-eval accept --all", err, suite)
	}
	return fmt.Errorf("%w\nWhat was written stays. The program has to read\n"+
		"  the base URL of its model from OPENAI_BASE_URL, ANTHROPIC_BASE_URL or OLLAMA_HOST,\n"+
		"  and what the user says from standard input; what it prints is its reply.\n"+
		"If it is not started with `%s`, correct that in %s. Then:\n"+
		"  beaver-eval run\n  beaver-eval accept --all", err, strings.Join(s.command, " "), suite)
}
