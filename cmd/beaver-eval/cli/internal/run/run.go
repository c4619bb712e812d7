package run

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
)

// New returns the verb run. A nil queue is none.
func New(shared *console.App, queue Queue) *cobra.Command { return (&app{shared}).newRun(queue) }

func (a *app) newRun(queue Queue) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run [CASE...] [-- COMMAND]",
		Short: "Replay every case, check its prompts against the goldens, print a table",
		Long: `run replays the cases of every suite and checks each messages array against the case's golden.
Differences are shown by call and section, and kept next to the golden (<case>.pending.yaml) until they are accepted.
In CI (CI set, or --ci) nothing is written next to the goldens, and answers recorded for another request (stale) fail
the run.

Gates decide the exit code: goldens (no prompt is new, changed or missing), expectations (no case fails), uncompared
(every golden was compared), stale in CI, those that a suite names, and those of --gate. docs/scores.md lists the
metrics. A golden that holds a merge conflict counts as changed; accept --conflicted replaces it.

The output is short, and ends with what matters most: which suites changed, what is wrong with cases, each edit once, by
cause, the verdict, and what to do next, with the filters of the run. --full prints the rest, and so does report show
afterwards; -q prints only the verdict and what to do next.

CASE is an id or a glob, also suite/id; * matches the slashes in an id. A case runs if every kind of filter that is
given chooses it (suite, case names, tags, -k, --failed); of one kind, one match is enough. --stage narrows what is
compared. A filter that matches nothing is bad input. A run with a filter does not look for orphans.

--failed runs the cases that were not green when they last ran, in any of the kept runs: they failed, ended with an
error, had new, changed or missing prompts, or had stale answers that failed the run. If there are none, nothing runs,
and the exit code is 0.

--model ollama:NAME lets an Ollama server answer in place of the cases, and measures it; --model openai:NAME with
--host URL/v1 does so with a server of OpenAI's API, such as llama.cpp or vLLM. Goldens and pending files are left
alone: prompts that depend on an answer which only the server gave are not compared. The answers stay below
reports/RUN/recordings: --recordings answers from there again, and beaver-eval record --from RUN keeps them
(docs/ollama.md, docs/servers.md). --recordings keeps that run's filters, unless new ones are given. A case to which the
server gave no answer is in error, and has no score; after five such calls in a row, the run stops.

--model given twice or more asks each model about a case before the next case, so that a busy server slows all of them
down. Each has a run of its own; at the end, the others are compared with the first (help compare), and the comparison
is kept in the run.json of the last. Gates with a baseline are then on the pair, other gates on each run. Ctrl-C keeps
both runs; --resume continues one of them as the run of a single model, and compare compares them afterwards. Keep as
many models in the memory of the server as there are: the loading of a model is part of a call's time.

--until decided goes with two models: cases run in an order that is drawn (--seed N draws it again), and nothing more is
asked once a test that may be read after each case has decided which model is better (docs/comparing.md). Both runs keep
what ran, and are no baselines. --resume asks one of them the other cases, to the last.

--baseline RUN --compare tries prompts before they are accepted: RUN is a run of a model. A call with the same request as
in RUN gets the answer that it got there, the others are asked of the same model; then the two runs are compared. RUN
says which cases run, unless there are filters. Such a run cannot be resumed: repeat the command.

--repeat N runs each case N times, with the seeds of its suite plus 0, 1 and so on, and measures pass@k and pass^k; cases
of which only some samples pass are named. A stage with temperature 0 is refused (docs/ollama.md).

--resume RUN continues a run that was stopped, whatever stopped it: Ctrl-C, a kill, a full disk. Cases that had finished
do not run again; filters, gates and templates are those of that run. The report is the same as if nothing had happened,
but for its times. If a file, a flag or the program has changed since, nothing runs, and the differences are named. A
run that a server answers asks only what it has no answer to.

--shard K/N runs one of N parts of the cases, the same ones on every machine, and judges nothing: its exit code says
only whether they ran. beaver-eval report merge makes the run of all parts (docs/many-machines.md).

--queue URL has the shards run by the workers of a queue, and merges them; only beaver-eval-queue has one
(docs/many-machines.md).

--timeout makes a case that takes longer an error; the others go on. --max-failures N stops after N cases that are not
green, and says how many have not run; --resume continues.

--html FILE writes the run as a page to look at in a browser, when it has ended, also if a gate fails: an artefact for CI
(docs/ci.md). With several models, or --compare, it is the page of the last run, with the comparison.

The results are written as Parquet files to a new folder below reports; reports/latest names it. The last 20 runs stay
(keep_runs in beaver-eval.yaml), and the last 20 that hold a server's answers (keep_recordings). In a git work tree, the
first run adds the lines that .gitignore and .gitattributes lack.

-- COMMAND lets an application's own tests drive it (system: app): run opens a proxy, starts the command with the
proxy's address in BEAVER_EVAL_URL, and checks the requests as in any run; a test names its case by the URL
$BEAVER_EVAL_URL/case/NAME, or says when it begins and ends (help proxy). If the command's exit code is not 0, that of
run is 1 (docs/own-application.md). A suite that names the command, app: {tests: [npm, test]}, is run by it like any
other. A run without -- COMMAND leaves other such suites out, and reports their goldens as not driven; in CI that fails,
unless the suite says ci: elsewhere.

--requests FILE runs no program: the lines of a JSONL file are the requests of one suite's application, and each is
compared with the goldens like any other request (docs/requests.md). Nothing is answered. A case of the file needs no
fixture; a golden whose case is not in the file is missing, unless cases are named or --partial is given. accept takes
the same --suite and --requests.

--watch runs until Ctrl-C: when you save a file of the project, the cases that it touches run again. It prints what run
prints of them, and which other cases are not green. A suite or a case that cannot be read is named, and the others run.
It also notices accept in another terminal. For an application it follows each file of the work tree that git does not
ignore: a file of plain text, such as a prompt, runs the cases of the stages that showed a line of it last, and code runs
all cases. A file that the program itself writes in two rounds in a row is named, and no longer followed. The first round is a run like any other; later rounds write no report, nor
does one that cannot read everything. Ctrl-C ends it with exit code 0.

--twice runs the cases of applications (system: app) twice. It holds answers back until no request has come for 30 ms,
and releases them in reverse order the second time. Each place where the two runs differ is named, with the lines that
fix it in the suite: a scrub rule, or together: true (docs/own-application.md). A difference makes the exit code 1.
Goldens are left alone, and no report is written.

` + console.ExitHelp,
		Example: `  beaver-eval run
  beaver-eval run small-talk 'refund-*'     # these cases
  beaver-eval run --suite support --tag smoke -k refund
  beaver-eval run --failed                  # what was not green when it last ran
  beaver-eval run --watch                   # run what an edit touches, as soon as it is saved
  beaver-eval run --stage router            # look at the router's prompts only
  beaver-eval run --prompts ../new-prompts  # try other templates
  beaver-eval run --prompts beaver=../new   # of one system
  beaver-eval run --gate 'routing.accuracy >= 0.9' --no-gate expectations
  beaver-eval run --model ollama:qwen3:4b --suite beaver-live
  beaver-eval run --model ollama:qwen3:4b --repeat 5 --gate 'pass^3 >= 0.8'
  beaver-eval run --model openai:qwen3-4b --host http://127.0.0.1:8080/v1
  beaver-eval run --model ollama:qwen3:4b --host @hosts.txt  # many servers, which may go and come
  beaver-eval run --model ollama:qwen3:1.7b --model ollama:qwen3:4b
  beaver-eval run --model ollama:qwen3:1.7b --model ollama:qwen3:4b --until decided
  beaver-eval run --prompts ../new --model ollama:qwen3:4b --baseline latest --compare
  beaver-eval run --resume latest           # continue the last run, which was stopped
  beaver-eval run --shard 3/8               # on the third of eight machines; then report merge
  beaver-eval run --baseline latest --gate 'tokens.growth <= 5%'
  beaver-eval run --suite app --requests log.jsonl
  beaver-eval run --format json | jq .prompts
  beaver-eval run --html report.html        # and a page to look at
  beaver-eval run --suite my-app -- npm test
  beaver-eval run --twice --suite my-app    # which of an application's prompts change from run to run`,
		RunE: func(cmd *cobra.Command, names []string) error {
			var err error
			o.saysCI = cmd.Flags().Changed("ci")
			if o.names, o.command, err = console.CutCommand(names, cmd.ArgsLenAtDash()); err != nil {
				return err
			}
			if queued, err := a.takesQueue(o, queue); queued || err != nil {
				if err != nil {
					return err
				}
				return a.runQueued(cmd.Context(), cmd, o, queue)
			}
			if o.twice {
				if err := o.checkTwice(cmd); err != nil {
					return err
				}
				return a.runTwice(cmd.Context(), o)
			}
			return a.run(cmd.Context(), o)
		},
	}
	o.flags(cmd)
	return cmd
}

func (a *app) run(ctx context.Context, o runOptions) error {
	if o.watch {
		return a.watch(ctx, o)
	}
	started := time.Now()
	ctx, stop := context.WithCancel(ctx) // for what goes on beside the run
	defer stop()
	j, err := a.newJob(ctx, &o)
	defer j.release()
	if err != nil {
		return err
	}
	if j.choice.nothing != "" {
		fmt.Fprintf(a.Stderr, "beaver-eval: %s\n", j.choice.nothing)
		return nil
	}
	if o.several() {
		return a.playModels(ctx, j, o, started)
	}
	return a.drivenPlay(ctx, j, o, started)
}

// Whole runs all cases of the project in a folder, as the verb does without flags.
func Whole(ctx context.Context, shared *console.App, root string) error {
	shared.Root = root
	var o runOptions
	o.flags(&cobra.Command{}) // the defaults
	return (&app{shared}).run(ctx, o)
}
