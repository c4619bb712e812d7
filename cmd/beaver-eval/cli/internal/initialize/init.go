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

// New returns the verb init. It runs all cases of the project in a folder with whole, and any other verb with verb.
func New(
	shared *console.App, whole func(ctx context.Context, shared *console.App, root string) error,
	verb func(ctx context.Context, args ...string) error,
) *cobra.Command {
	a := &initApp{shared, whole, verb}
	var o initOptions
	cmd := &cobra.Command{
		Use:   "init [DIR] [-- COMMAND...]",
		Short: "Write a small working project into this repository",
		Long: `init writes a project with one suite and one case into the current folder, or into the project that the
folder belongs to, runs the case twice, and accepts its prompts if both runs send the same: the next run passes. It asks
nothing, and overwrites nothing: a file that exists stays, and is named.

--system app (default) is for an application in any language that talks to a model over HTTP. COMMAND starts it. Without
one, init looks for it: a script of package.json; agent.py, main.py, server.mjs, main.go and the like; a target of a
Makefile; the only Python file that is a program. If it finds none, it asks on a terminal, else ends with exit code 2.

It gives the program one text, in each way until one works: on standard input, as a line of JSON, as the last argument,
or with a request if the program listens on the port in $PORT. What the model says then fits the schema that the request
asks for. From the requests it proposes stages for the suite. Each way takes seconds; nothing is left running.

--example python, node or go writes a small agent in that language, for those who have none yet. --system beaver is for
the agent system that is part of this program.

In a git work tree it adds the lines that .gitignore and .gitattributes lack and, if .git is in the project's folder, a
workflow for GitHub Actions, .github/workflows/prompts.yml.

--from requests FILE.jsonl, or --from otel FILE.json, starts from requests that the application has already made, as
import does: its cases and recorded answers come from there.

--from-tests is for a repository with tests of pytest or vitest. They are run three times, by the command behind -- if
there is one: once to see what they ask, and twice with the suite that is written then, app: {tests: [COMMAND]}. Each
test is a case if the plugin of beaver-eval is switched on; if not, the error says how that is done.

--demo writes a small project of that system into the current folder, or into DIR, which must be empty or not exist. It
runs it, edits a prompt, shows what the edit reaches, accepts it, breaks an answer of the model, and explains the lines
that are printed. What is left is a project to play with, and the page of a run, demo.html.

--templates DIR writes no project, only the built-in templates of a system (--system, default beaver) to the folder DIR,
one file each, and prints how to try and how to keep them. DIR must be empty or not exist; it may be anywhere, even in a
project. If you delete a template from DIR, the system uses its own.

--skill writes only ` + skillFile + ` into the project that there is: for coding agents, how to
run, read and accept changes, and what never to do.

Exit code 2 means that something is left to do, such as a command to fill in; what was written stays.

` + console.ExitHelp,
		Example: `  beaver-eval init
  beaver-eval init -- python3 -m shop.agent
  beaver-eval init --example python
  beaver-eval init --system beaver
  beaver-eval init --from requests log.jsonl
  beaver-eval init --from-tests
  beaver-eval init && beaver-eval run
  beaver-eval init --demo playground
  beaver-eval init --templates my-prompts        # then run --prompts my-prompts`,
		Args: func(cmd *cobra.Command, args []string) error { return o.takeArgs(args, cmd.ArgsLenAtDash()) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case o.demo:
				return a.demo(cmd.Context(), o.dir)
			case o.skill:
				return a.skill()
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
	cmd.Flags().BoolVar(&o.demo, "demo", false,
		"write a project to play with, edit and break it, and explain what is printed")
	cmd.Flags().StringVar(&o.templates, "templates", "",
		"write the templates of a system to this `folder`, to edit them")
	cmd.Flags().StringVar(&o.example, "example", "", "write a small agent in this `language`: python, node or go")
	cmd.Flags().BoolVar(&o.tests, "from-tests", false,
		"let the program's own tests drive it: pytest, vitest, or the command behind --")
	cmd.Flags().BoolVar(&o.skill, "skill", false, "write a skill for coding agents into the project")
	cmd.MarkFlagsMutuallyExclusive("templates", "from", "demo", "example", "from-tests", "skill")
	cmd.MarkFlagsMutuallyExclusive("skill", "system")
	cmd.MarkFlagsMutuallyExclusive("demo", "system")
	return cmd
}

// takeArgs reads the DIR of --demo, --from FORMAT FILE (a flag takes one value, and the file follows as an argument),
// and the command behind --, at which dash arguments precede it; -1: there is none.
func (o *initOptions) takeArgs(args []string, dash int) error {
	if dash >= 0 {
		args, o.command = args[:dash], args[dash:]
	}
	switch {
	case dash >= 0 && len(o.command) == 0:
		return errors.New("-- is followed by the command that starts your program, as in init -- python3 shop.py")
	case dash >= 0 && (o.demo || o.skill || o.templates != ""):
		return errors.New("-- COMMAND is for a project of your program: leave out --demo, --skill and --templates")
	case o.demo && len(args) > 1:
		return fmt.Errorf("--demo: want one folder, got %d", len(args))
	case o.demo:
		o.dir = "."
		if len(args) == 1 {
			o.dir = args[0]
		}
		return nil
	case o.from == "" && len(args) > 0:
		return fmt.Errorf("init takes no argument, got %.60q; a command goes behind --, as in init -- python3 shop.py",
			args[0])
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
	if o.command != nil && o.system != systemApp {
		return errors.New("-- COMMAND starts an application: it excludes --system " + o.system)
	}
	if o.tests && o.system != systemApp {
		return errors.New("--from-tests is for an application: it excludes --system " + o.system)
	}
	if err := o.checkExample(); err != nil || o.from == "" {
		return err
	}
	if o.system != systemApp {
		return errors.New("--from: a log of requests comes from an application: it excludes --system " + o.system)
	}
	return console.OneOf("--from", o.from, importers.FormatRequests, importers.FormatOTel)
}

func (a *initApp) init(ctx context.Context, o initOptions) error {
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
	if o.tests {
		return a.fromTests(ctx, w, o)
	}
	first, err := a.write(ctx, w, o)
	if err := errors.Join(err, a.told(w)); err != nil {
		return err
	}
	a.AddGitLines(ctx, p, "init", a.InCI())
	return a.finish(ctx, w, o, first)
}

// write writes the files of a system, and returns what came of trying its application; nil: it was not tried.
func (a *initApp) write(ctx context.Context, w *writer, o initOptions) (*outcome, error) {
	switch {
	case o.system == systemBeaver:
		return nil, w.beaver()
	case o.from != "":
		return nil, a.fromLog(ctx, w, o)
	case w.has(w.suiteOf(systemApp)): // written by a person: never run or accepted without a request
		w.stays = append(w.stays, w.suiteOf(systemApp))
		return nil, errors.Join(w.root(), w.put(w.caseOf(systemApp), firstCase(nil)),
			w.recipe(o.known(w.project.Dir)))
	}
	var s start
	var err error
	if o.example != "" {
		s, err = w.example(o.example)
	} else {
		s, err = a.find(w.project.Dir, o)
	}
	if err != nil {
		return nil, err
	}
	first, err := a.adapt(ctx, w.project.Dir, s)
	if err != nil {
		return nil, err
	}
	return first, w.app(s, first)
}

// adapt finds out how to talk to the application, and prints what it tries.
func (a *initApp) adapt(ctx context.Context, dir string, s start) (*outcome, error) {
	of := ""
	if s.file != "" {
		of = ", from " + s.file
	}
	fmt.Fprintf(a.Stdout, "trying %s%s\n", strings.Join(s.command, " "), of)
	t := &tries{dir: dir, command: s.command, told: func(format string, args ...any) error {
		fmt.Fprintf(a.Stdout, format, args...)
		return console.Fault(a.Stdout.Flush())
	}}
	first, err := t.all(ctx)
	if err == nil && first.err == nil {
		err = t.told("took: %s\n\n", first.way.words)
	}
	return first, err
}

// finish runs the new project, and prints the next steps.
func (a *initApp) finish(ctx context.Context, w *writer, o initOptions, first *outcome) error {
	p, suite := w.project, w.suiteOf(o.system)
	switch {
	case len(w.wrote) == 0:
		_, err := fmt.Fprintln(a.Stdout, "\nnothing to write: every file exists already")
		return console.Fault(err)
	case !w.isNew(suite):
		_, err := fmt.Fprintf(a.Stdout, "\n%s stays as it is: `beaver-eval run` runs it\n", suite)
		return console.Fault(err)
	case o.from != "" && len(o.known(p.Dir).command) == 0:
		return a.toFillIn(ctx, p, suite, o)
	case o.from != "":
		fmt.Fprintf(a.Stdout, "\ntrying %s\n", strings.Join(o.known(p.Dir).command, " "))
		if err := a.Stdout.Flush(); err != nil {
			return console.Fault(err)
		}
	case first != nil && first.err != nil:
		return first.tried(suite)
	}
	accepted, err := a.try(ctx, p, o.system, "", first)
	if err != nil {
		return a.differs(err, suite, o)
	}
	return a.next(p, suite, accepted, o)
}

// next prints what was accepted, and the next commands.
func (a *initApp) next(p *project.Project, suite, accepted string, o initOptions) error {
	cases := path.Join(p.Fixtures, "conversations", o.system, caseFile)
	if o.from != "" {
		cases = path.Join(p.Fixtures, "conversations", o.system+".jsonl")
	}
	_, err := fmt.Fprintf(a.Stdout, `accepted: %s

next:
  beaver-eval run       # after an edit of a prompt: shows what changed, and in which calls
  beaver-eval review    # takes or rejects the changes, one by one; accept --all takes all
  beaver-eval faults    # breaks each answer of the model, and shows what your program does then
cases are added in %s, stages and answers in %s
`, accepted, cases, suite)
	return console.Fault(err)
}

// toFillIn prints that the start command is unknown. The requests of a log are still accepted.
func (a *initApp) toFillIn(ctx context.Context, p *project.Project, suite string, o initOptions) error {
	text := suite + ": command: fill in how your program is started, then `beaver-eval run`"
	if o.from == importers.FormatRequests {
		accepted, err := a.try(ctx, p, o.system, o.log, nil)
		if err != nil {
			return err
		}
		fmt.Fprintf(a.Stdout, "\naccepted: %s\n", accepted)
		text += fmt.Sprintf("; without it, `beaver-eval run --suite %s --requests %s` compares the log",
			systemApp, console.Quoted(o.log))
	}
	return errors.New(text)
}

// differs returns the outcome of runs of the new project.
func (a *initApp) differs(err error, suite string, o initOptions) error {
	if _, differs := errors.AsType[*differsError](err); !differs || o.system == systemBeaver {
		return err
	}
	return fmt.Errorf("%w\nWhat was written stays. If the program has found what its first run had left behind, "+
		"keep that out of the project\n(`env` or `isolate: true` in %s) and remove it. Then:\n"+
		"  beaver-eval run\n  beaver-eval accept --all", err, suite)
}

// tried returns the error of a program that worked in none of the ways.
func (o *outcome) tried(suite string) error {
	const then = "Then:\n  beaver-eval run\n  beaver-eval accept --all"
	if len(o.requests) > 0 {
		return fmt.Errorf("%w\nWhat was written stays. The program asks a model, so it may expect other answers than "+
			"those in `otherwise` of %s:\ncorrect them there. %s", o.err, suite, then)
	}
	return fmt.Errorf("%w\nWhat was written stays. The program has to read\n"+
		"  the base URL of its model from OPENAI_BASE_URL, ANTHROPIC_BASE_URL or OLLAMA_HOST,\n"+
		"  and what the user says from standard input; what it prints is its reply.\n"+
		"If it is started in another way, correct that in %s. %s", o.err, suite, then)
}
