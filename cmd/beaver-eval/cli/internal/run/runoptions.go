package run

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/filter"
)

// runOptions are the flags of run.
type runOptions struct {
	console.Filters
	names   []string       // of cases, as arguments
	command []string       // that runs an application's own tests; nil: none
	lines   console.Driver // of the verb proxy: lines drive an application; nil: none
	accept  bool           // with lines: what they show is accepted

	acceptWith string // with lines: the command that accepts, for messages; empty: none is known
	onlyPart   bool   // with lines: other sessions have the rest of the tests

	failed   bool
	workers  int
	format   string
	trace    string
	html     string
	prompts  []string
	demo     bool
	partial  bool   // cases without requests are not missing
	requests string // file of the requests of a suite's program; empty: the program is run
	gates    []string
	noGates  []string
	baseline string
	ci       bool
	saysCI   bool // --ci is given, whatever its value

	full  bool
	quiet bool

	noReport bool
	noCache  bool
	partly   bool                     // leaves out unreadable parts: for watch
	checked  map[string]*fixtures.Set // see project.Project; for watch
	watch    bool
	twice    bool
	behind   int // rows printed after the end of the run

	console.ServerFlags
	models     []string       // of --model: several are compared; the one that is asked is in ServerFlags
	compare    bool           // with the baseline, whose answers are used again
	scripts    bool           // --keep-scripted
	repeat     int            // how often each case runs
	until      string         // decided: until it is known which of two models is better
	seed       uint64         // of the order of cases then; 0: drawn
	part       string         // K/N: only this shard
	byTime     string         // the run whose times divide the cases among shards; empty: their names do
	shard      *filter.Shard  // of part; nil: the run is whole
	merged     *stored.Shards // that this run puts together; nil: it runs its cases
	most       int            // failing cases, then the run stops; 0: any number
	timeout    time.Duration  // of a case; 0: none
	recordings string         // folder of a run's recordings
	resume     string         // name of a run
	queue      string         // URL of the queue whose workers run the cases; empty: none, or one inside this process

	queueWorkers int  // of a queue inside this process; 0: as many as suit it
	queueShards  int  // how many parts the cases are divided into for the queue; 0: as many as suit it
	answered     bool // servers answered that run
}

// Whole reports whether the run leaves nothing out.
func (o *runOptions) Whole() bool {
	return o.Filters.Whole() && len(o.names) == 0 && !o.failed && o.requests == ""
}

// checkForm rejects conflicting output flags.
func (o *runOptions) checkForm() error {
	err := console.OneOf("--format", o.format, "table", "json")
	switch {
	case o.quiet && o.full:
		err = errors.Join(err, errors.New("--quiet and --full exclude each other"))
	case o.quiet && o.format == "json":
		err = errors.Join(err, errors.New("--quiet and --format json exclude each other"))
	}
	return err
}

func (o *runOptions) flags(cmd *cobra.Command) {
	o.ChoiceFlags(cmd)
	o.StageFlag(cmd)
	cmd.Flags().BoolVar(&o.failed, "failed", false,
		"only cases that were not green when they last ran")
	cmd.Flags().IntVar(&o.workers, "workers", 0, "how many cases run in parallel (default: one for each processor)")
	cmd.Flags().StringVar(&o.format, "format", "table", "table or json")
	cmd.Flags().BoolVar(&o.full, "full", false,
		"print everything: changed cases, fallbacks, scores, gates; in JSON also the measures")
	cmd.Flags().BoolVarP(&o.quiet, "quiet", "q", false, "print only the verdict and what to do next")
	cmd.Flags().StringVar(&o.trace, "trace", "",
		"write everything that happened to this `file`, as JSONL (- for standard output)")
	cmd.Flags().StringVar(&o.html, "html", "",
		"write the run as a page to this `file` at its end, also if a gate fails (help report view)")
	cmd.Flags().StringArrayVar(&o.prompts, "prompts", nil, console.PromptsUsage)
	cmd.Flags().BoolVar(&o.demo, "demo", false, "run the small project inside this program, in a temporary folder")
	cmd.Flags().Var(console.Once(&o.requests), "requests", console.RequestsUsage)
	cmd.Flags().BoolVar(&o.partial, "partial", false,
		"leave out the cases for which --requests or -- COMMAND has no request")
	cmd.Flags().BoolVar(&o.noReport, "no-report", false, "write no Parquet files")
	cmd.Flags().BoolVar(&o.noCache, "no-cache", false, console.NoCacheHelp)
	cmd.Flags().BoolVar(&o.watch, "watch", false,
		"until Ctrl-C, run the cases that each edit of the project's files touches")
	cmd.Flags().BoolVar(&o.twice, "twice", false,
		"run applications twice, and report where the runs differ and what fixes it")
	cmd.Flags().StringArrayVar(&o.gates, "gate", nil,
		"fail unless this `bound` holds, such as 'routing.accuracy >= 0.9' (may be repeated)")
	cmd.Flags().StringSliceVar(&o.noGates, "no-gate", nil,
		"skip gates whose `name` matches this glob; every report says so")
	cmd.Flags().StringVar(&o.baseline, "baseline", "",
		"the older `run` that gates compare with: a folder, its name below reports, or latest")
	cmd.Flags().BoolVar(&o.compare, "compare", false,
		"with --baseline, a run of a model: ask what has changed, replay the rest, compare with it")
	cmd.Flags().BoolVar(&o.ci, "ci", false, "behave as in CI; --ci=false: do not, even if the variable CI is set")
	cmd.Flags().Var(&modelsFlag{&o.models, &o.Model}, "model",
		"the `model` that all stages ask, ollama:NAME or openai:NAME; if several are given, each is asked")
	o.ServerFlags.AddServers(cmd)
	cmd.Flags().BoolVar(&o.scripts, "keep-scripted", false,
		"with --model: scripted answers come before the model, also those of otherwise: in a suite")
	cmd.Flags().IntVar(&o.repeat, "repeat", 1,
		"with --model: run each case so many times, each time with other seeds")
	cmd.Flags().StringVar(&o.until, "until", "",
		"with two models: stop asking once it is `decided` which is better")
	cmd.Flags().Uint64Var(&o.seed, "seed", 0, "with --until: of the order of cases (default: a new one)")
	cmd.Flags().Var(console.Once(&o.part), "shard",
		"run part `K/N` of the cases, such as 3/8, and judge nothing: report merge does")
	cmd.Flags().Var(console.Once(&o.byTime), "shard-by-time",
		"with --shard: divide the cases by the times of this earlier `run`")
	cmd.Flags().IntVar(&o.most, "max-failures", 0, "stop after `N` cases that are not green")
	cmd.Flags().DurationVar(&o.timeout, "timeout", 0, "a case that takes longer, such as 90s, is an error")
	cmd.Flags().StringVar(&o.recordings, "recordings", "",
		"answer only from this `folder` of servers' answers in a run, reports/RUN/recordings")
	cmd.Flags().StringVar(&o.resume, "resume", "",
		"continue this `run`, which was stopped: what has finished is kept (or latest)")
	cmd.Flags().StringVar(&o.queue, flagQueue, "",
		"with beaver-eval-queue: the `URL` of the queue whose workers run the cases (default: embedded)")
	cmd.Flags().IntVar(&o.queueWorkers, flagQueueWorkers, 0, "with --queue embedded: how many shards run at a time")
	cmd.Flags().IntVar(&o.queueShards, flagQueueShards, 0,
		"with --queue: how many shards the run has (default: by the number of cases)")
	console.Groups(cmd,
		console.Group{Title: "Choose cases", Flags: []string{
			"suite", "tag", console.KeywordFlag, "failed", "stage", "demo", "shard", "shard-by-time", "max-failures",
			"timeout", "no-cache",
		}},
		console.Group{Title: "Answers", Flags: []string{
			"model", "host", "allow-remote", "parallel", "keep-scripted", "repeat", "until", "seed",
			"recordings", "resume", "requests", "partial",
		}},
		console.Group{Title: "Compare", Flags: []string{"prompts", "baseline", "compare", "gate", "no-gate", "twice"}},
		console.Group{Title: "Output", Flags: []string{"format", "full", "quiet", "trace", "html", "no-report"}},
		console.Group{Title: "Many machines", Flags: []string{flagQueue, flagQueueWorkers, flagQueueShards}},
		console.Group{Title: "CI", Flags: []string{"ci"}},
	)
}

// checkWatch rejects flags without effect in a watch.
func (o *runOptions) checkWatch(ci bool) error {
	if ci && !o.ci {
		return errors.New("--watch waits for a person, but CI is set: leave it out, or add --ci=false")
	}
	var errs []error
	for _, f := range []struct {
		given     bool
		name, why string
	}{
		{o.ci, "ci", "nobody edits files there"},
		{o.command != nil, " COMMAND", "the tests say what runs"},
		{o.live() || o.resume != "", "model, --resume or --recordings", "a server would be asked at each save"},
		{o.format == "json", "format json", "it has no end"},
		{o.trace != "", "trace", "it has no end"},
		{o.html != "", "html", "it has no end"},
		{o.failed, "failed", "what is not green runs again once it is edited"},
		{o.requests != "", "requests", "nothing of it is edited"},
		{o.demo, "demo", "its files are gone after the run"},
		{o.baseline != "", "baseline", "an edit runs some cases, an older run had others"},
	} {
		if f.given {
			errs = append(errs, fmt.Errorf("--watch excludes --%s: %s", f.name, f.why))
		}
	}
	return errors.Join(errs...)
}

// checkPage rejects a file that the page of the run cannot be written to.
func (o *runOptions) checkPage() error {
	switch {
	case o.html == "":
		return nil
	case o.html == "-":
		return errors.New("--html: name a file; afterwards, `beaver-eval report export --format html` writes to " +
			"standard output")
	case o.noReport || o.demo:
		return errors.New("--html excludes --no-report and --demo: the page is made of the stored run")
	}
	if info, err := os.Stat(o.html); err == nil && info.IsDir() {
		return fmt.Errorf("--html: %s is a folder; name a file", o.html)
	}
	return nil
}

// checkRequests rejects flags for another source of requests.
func (o *runOptions) checkRequests() error {
	if o.partial && o.requests == "" && o.command == nil && o.lines == nil {
		return errors.New("--partial goes with --requests or -- COMMAND; to run some cases, name them")
	}
	if o.requests == "" {
		return nil
	}
	for _, f := range []struct {
		given bool
		name  string
	}{
		{o.live() || o.resume != "" || o.compare, "model, --resume and --recordings"},
		{o.failed, "failed"}, {o.demo, "demo"},
		{len(o.prompts) > 0, "prompts"},
	} {
		if f.given {
			return fmt.Errorf("--requests excludes --%s: everything it needs is in its file", f.name)
		}
	}
	return nil
}

// asksItself reports whether the run itself produces the requests of its cases, not a command or a log.
func (o *runOptions) asksItself() bool {
	return o.command == nil && o.lines == nil && o.requests == "" && !o.live()
}

// live reports whether servers answer the run, now or in an earlier one.
func (o *runOptions) live() bool { return o.Model != "" || o.recordings != "" || o.answered }

// several reports whether the run asks several models, each in a run of its own.
func (o *runOptions) several() bool { return len(o.models) > 1 }

// compares reports whether the run ends with a comparison.
func (o *runOptions) compares() bool { return o.several() || o.compare }

// mostRepeated bounds --repeat: pass@k and pass^k are measured for each k.
const mostRepeated = 100

// checkLive rejects flags for different sources of answers.
func (o *runOptions) checkLive() error {
	errs := []error{o.ServerFlags.Check()}
	if o.recordings != "" && (o.Model != "" || o.resume != "") {
		errs = append(errs, errors.New("--recordings asks no server: it excludes --model and --resume"))
	}
	if o.scripts && o.Model == "" {
		errs = append(errs, errors.New("--keep-scripted goes with --model; --recordings and --resume do as that run "+
			"did"))
	}
	switch {
	case o.repeat < 1 || o.repeat > mostRepeated:
		errs = append(errs, fmt.Errorf("--repeat: want 1 to %d, got %d", mostRepeated, o.repeat))
	case o.repeat > 1 && o.Model == "":
		errs = append(errs, errors.New("--repeat goes with --model: cases and recordings give the same answers each "+
			"time; --recordings and --resume do as that run did"))
	}
	if o.resume != "" && o.command != nil {
		errs = append(errs, errors.New("--resume excludes -- COMMAND: the tests send all requests again"))
	}
	if !o.live() && o.resume == "" && !o.compare && o.Hosts != "" {
		errs = append(errs, errors.New("--host goes with --model"))
	}
	return errors.Join(errs...)
}

// inCI reports whether the run behaves as in CI, by --ci or else by the environment.
func (a *app) inCI(o *runOptions) bool {
	if o.saysCI {
		return o.ci
	}
	return a.InCI()
}
