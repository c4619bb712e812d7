// Package record implements the verb record, which asks servers for the answers that cases lack.
package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/live"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// app holds the state shared with all other verbs.
type app struct{ *console.App }

// New returns the verb record.
func New(shared *console.App) *cobra.Command {
	a, o := &app{shared}, options{}
	cmd := &cobra.Command{
		Use:   "record [CASE...]",
		Short: "Ask model servers for answers, and keep them as recordings",
		Long: `record runs cases, sends the calls without a scripted answer to a server, and writes its answers to the
recordings of the suite (fixtures/recordings/SET). From then on ` + "`beaver-eval run`" + ` replays them without a server.

--mode says which calls are asked: once (the default) asks all calls of cases without a recording and leaves the other
cases as they are, new asks the calls that no recording answers, all asks every call, none asks no call. --stale,
--missing and --carried renew only some answers instead. --all-calls also asks calls with a scripted answer; their
recordings win in a suite that says ` + "`answers: recordings`" + `. A suite without a set of recordings gets one named
after it, and the line to add to the suite is printed.

The program of a suite with ` + "`system: app`" + ` asks its provider itself: with --upstream openai=URL, anthropic=URL or
ollama=URL its requests are passed on to the server at the base URL that its client would use: by default those that
nothing answers and those whose answer is stale. The program's own key goes along, and is stored nowhere.

--plan prints the calls that would be asked, by suite, stage and cause, with their tokens and, where a suite has prices,
their money. It asks no server and changes no file. A stale answer stands in for the new one; what follows from an answer
that there is not yet is unknown. --format json: {calls: [{suite, stage, model, cause, cases, calls, tokens, money,
currency}], total, stops, embeds}; stops counts the cases that end at a call without an answer.

Before a recording is replaced, the decisions that changed and the differences in texts are printed. If the server gives
no answer, the case ends with an error that names the call, and its recording stays as it was; so it does on Ctrl-C. If
an answer takes longer than the deadline, the call keeps its recording, unless --keep-timeouts is given; --from skips
cases with a timeout unless it is given. Timeouts, and prompts that did not fit the context, are counted apart from
answers, and make the exit code 1. Goldens are left alone.

Recorded cases of applications are run again at once, without the server. If a request then differs from the recorded
one, the case is named, and the exit code is 1.

` + console.ExitHelp,
		Example: `  beaver-eval record --model ollama:qwen3:4b
  beaver-eval record --model openai:qwen3-4b --host http://127.0.0.1:8080/v1
  beaver-eval record --suite support refund-two-turns --mode all
  beaver-eval record --stale --plan
  beaver-eval record --plan --format json | jq .total
  beaver-eval record --stale
  beaver-eval record --mode all --keep-timeouts
  beaver-eval record --suite my-app --upstream openai=http://127.0.0.1:11434/v1
  beaver-eval record --from latest`,
		RunE: func(cmd *cobra.Command, names []string) error {
			o.names = names
			return a.record(cmd.Context(), o)
		},
	}
	o.add(cmd)
	return cmd
}

func (a *app) record(ctx context.Context, o options) error {
	if err := o.check(); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx) // for what goes on beside it
	defer stop()
	j, err := a.open(ctx, o)
	if err != nil {
		return err
	}
	if o.plan {
		return plan(ctx, a.App, j.suites, j.cases, j.recorder.Name, o)
	}
	if o.from == "" && o.mode != string(live.None) {
		if err := a.openServer(ctx, j, o); err != nil {
			return err
		}
	}
	bar := a.NewProgress(j.total, "cases", true)
	defer bar.Close()
	options := runner.Options{Cases: j.cases, Workers: j.workers(o), Answerer: j.recorder, Exchange: a.Exchange}
	if j.vectors != nil {
		options.Embedder = j.vectors.Of
	}
	sum := &summary{out: a.Stdout, all: o.allCalls, from: o.from, suites: map[string]bool{},
		overruled: map[string]bool{}, whole: map[filter.CaseName]bool{}}
	runErr := runner.Run(ctx, j.suites, a.Systems, options, func(r *result.Result) error {
		bar.Step()
		return j.keep(context.WithoutCancel(ctx), r, sum)
	})
	a.TellServers()
	bar.Close()
	if j.vectors != nil {
		runErr = errors.Join(runErr, j.vectors.Each(func(s *project.Suite, all *model.Embeddings, fresh int) error {
			sum.vectors(s, all, fresh)
			return j.recorder.Guard.Do(context.WithoutCancel(ctx), func() error { return s.WriteEmbeddings(all) })
		}))
	}
	if runErr == nil {
		sum.differ, runErr = replay(ctx, a.App, j.suites, o.workers, sum.whole)
	}
	if err := sum.end(j.lines, runErr); err != nil {
		return console.Fault(err)
	}
	switch {
	case runErr != nil && !errors.Is(runErr, context.Canceled):
		return console.Fault(runErr)
	case runErr != nil:
		return runErr
	case sum.bugs > 0:
		return &console.Error{Code: console.Harness}
	case sum.errors > 0:
		return &console.Error{Code: console.Input}
	case sum.timeouts+sum.overflows+sum.differ > 0:
		return &console.Error{Code: console.Gate}
	}
	return nil
}

// job holds the inputs of recording, read and checked before any request.
type job struct {
	suites   []*project.Suite
	cases    filter.Cases
	recorder *live.Recorder
	lines    []line        // to add to suites
	total    int           // cases
	vectors  *live.Vectors // nil: the recorded ones
	atOnce   int           // concurrent calls to servers; 0: no server is asked
}

func (a *app) open(ctx context.Context, o options) (*job, error) {
	p, err := a.Project()
	if err != nil {
		return nil, err
	}
	p.Recording = true
	if p.Passes = len(o.upstream) > 0; p.Passes {
		p.Keys = []string{a.Env("OPENAI_API_KEY"), a.Env("ANTHROPIC_API_KEY")}
	}
	p.Keys = append(p.Keys, o.ServerFlags.Key(o.Model, a.Env))
	j := &job{cases: o.Choice()}
	j.cases.Names = o.names
	a.CheckOnly(p, j.cases)
	if j.suites, err = project.Load(ctx, p, a.Systems, o.Suites); err == nil {
		j.suites, err = a.undriven(j.suites)
	}
	if err != nil {
		return nil, err
	}
	if _, err := project.FindCases(ctx, j.suites, j.cases); err != nil {
		return nil, err
	}
	name, err := o.ServerFlags.Name()
	if err != nil {
		return nil, err
	}
	j.recorder = &live.Recorder{
		Choice: o.choice(), Name: name, AllCalls: o.allCalls, KeepTimeouts: o.timeouts, Guard: p.Guard("record"),
	}
	if j.recorder.Upstream, err = upstreamOf(o.upstream, o.AllowRemote, j.suites); err != nil {
		return nil, err
	}
	if o.from != "" {
		t, err := takeOver(ctx, p, o.from, j.suites, j.cases)
		if err != nil {
			return nil, err
		}
		j.recorder.Name, j.recorder.From, j.cases.Only = t.model, t.folder, t.cases
	}
	if err == nil {
		j.recorder.Shared, err = a.sharing(ctx, p, j.suites, o)
	}
	a.WarnOfJudges(j.suites, j.recorder.Name)
	for _, s := range j.suites {
		j.lines = append(j.lines, linesFor(s, j.recorder.Name)...)
		j.total += s.Len()
		err = errors.Join(err, p.CheckWritable(s.RecordingDir()))
	}
	return j, err
}

// undriven leaves out the suites whose program only its own tests run, and says so: no server answers these.
func (a *app) undriven(all []*project.Suite) (rest []*project.Suite, err error) {
	for _, s := range all {
		if !s.Driven() {
			rest = append(rest, s)
			continue
		}
		why := fmt.Sprintf("the tests of the suite %s run its program, and no server answers them: write answers "+
			"beside a test, in a fixture named like its case, or under `otherwise:` of the suite "+
			"(docs/own-application.md)", s.Name)
		if len(all) == 1 {
			return nil, errors.New(why)
		}
		fmt.Fprintf(a.Stderr, "beaver-eval: left out: %s\n", why)
	}
	return rest, nil
}

// sharing finds the cases whose recording another suite shares, even one that was not chosen.
func (a *app) sharing(ctx context.Context, p *project.Project, loaded []*project.Suite,
	o options) (func(*project.Suite, string) bool, error) {
	if len(o.Suites) > 0 {
		var err error
		if loaded, err = project.Load(ctx, p, a.Systems, nil); err != nil {
			return nil, err
		}
	}
	sharing, err := review.SharingOf(ctx, loaded)
	if err != nil {
		return nil, err
	}
	return sharing.Has, nil
}

// openServer opens the servers if any call needs one, and checks that they can answer the suites with such calls.
func (a *app) openServer(ctx context.Context, j *job, o options) error {
	var mu sync.Mutex // cases run concurrently
	asked := map[string]bool{}
	ask := func(s *project.Suite) {
		mu.Lock()
		defer mu.Unlock()
		asked[s.Name] = true
	}
	probing := &live.Recorder{
		Choice: j.recorder.Choice, Name: j.recorder.Name, AllCalls: o.allCalls,
		Probe: func(s *project.Suite, _ pipeline.Request) { ask(s) },
	}
	options := runner.Options{Cases: j.cases, Workers: o.workers, Answerer: probing, Exchange: a.Exchange}
	options.Embedder = func(s *project.Suite) (pipeline.Embedder, error) {
		known, err := o.known(s)
		return &probe{known: known, suite: s, ask: ask}, err
	}
	var others []*project.Suite // a program is not started for its requests
	for _, s := range j.suites {
		if !s.IsApplication() {
			others = append(others, s)
			continue
		}
		embeds, err := o.embeds(s)
		if err != nil {
			return err
		}
		if embeds || s.Judges() {
			ask(s)
		}
	}
	err := runner.Run(ctx, others, a.Systems, options, func(*result.Result) error { return nil })
	if err != nil || len(asked) == 0 {
		return err
	}
	servers, err := a.OpenServers(&o.ServerFlags, o.Model)
	if err != nil {
		return err
	}
	var suites []*project.Suite
	for _, s := range j.suites {
		if asked[s.Name] {
			suites = append(suites, s)
		}
	}
	j.recorder.Model, j.atOnce = servers, servers.AtOnce
	j.vectors = &live.Vectors{Server: servers, Known: o.known}
	return a.ReadyServers(ctx, servers, console.WantedServers{
		Suites: suites, Systems: a.Systems, Cases: j.cases, Model: j.recorder.Name,
	})
}

// keep prints the change of a finished case's recording, then writes it.
func (j *job) keep(ctx context.Context, r *result.Result, sum *summary) error {
	if c := j.recorder.Ended(r); c != nil {
		if err := sum.change(c); err != nil {
			return err
		}
		if c.Writes() {
			if err := c.Write(ctx); err != nil {
				r.Errors, r.Status = append(r.Errors, err), result.StatusError
			}
		}
	}
	return sum.result(r)
}

// workers returns the number of concurrent cases.
func (j *job) workers(o options) int { return cmp.Or(o.workers, j.atOnce) }
