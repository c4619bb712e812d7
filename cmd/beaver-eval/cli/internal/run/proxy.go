package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/driven"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// proxy is a session of the verb proxy.
type proxy struct {
	app *app
	in  *os.File
}

// NewProxy returns the verb proxy.
func NewProxy(shared *console.App) *cobra.Command {
	a := &app{shared}
	var o runOptions
	o.flags(&cobra.Command{}) // the defaults
	o.partial, o.lines = true, (&proxy{a, os.Stdin}).drive
	suite := ""
	cmd := &cobra.Command{
		Use:   "proxy",
		Short: "Let a test framework drive an application: a verb for programs",
		Long: `proxy lets any test framework, in any language, drive an application (system: app). It prints one line,
{"url", "key"}: url is the base URL of the application's models, as BEAVER_EVAL_URL is in run -- COMMAND. Then it reads
lines of JSON from standard input:

  {"begin": "CASE"}   a test begins: requests to url/v1 (or url/api/…) belong to its case, until the next begin
  {"end": "CASE"}     it has ended: the answer is {"case", "ok", "diff"}, where diff is what run prints of this case

A session; the lines of the test framework begin with >:

    {"url":"http://127.0.0.1:40123/k/KEY","key":"KEY"}
  > {"begin": "refund", "answers": {"router": {"action": "refund"}, "main": "Done."}}
  > {"end": "refund"}
    {"case":"refund","ok":true,"diff":""}

A begin may have answers, as a case has them ({"router": {"action": "chat"}}), and a fault that the case meets
("status-500@router": the first answer of the stage breaks; "status-500:every@router": each of them). Without answers,
the case's fixture, recordings and the suite's otherwise answer. url/case/CASE/v1 names a case itself. Where several
processes share one proxy, a line has a worker too, and url/worker/WORKER/v1 is its base URL. The same lines can be
posted to url/control, one each: 204 after a begin, 200 with the answer after an end, 400 with {"error"}.

While a case is open, {"case": "CASE", "answers": …, "fault": …} gives it answers or a fault for stages that have not
asked yet, and {"calls": "CASE"} is answered by what it has asked so far. {"drop": "CASE"} forgets a case, whose test was
skipped or will run again; {"goldens": true} is answered by the cases of the suite that have a golden.

At the end of input, proxy ends as run --partial does, with what it prints on standard error: the verdict, gates, a
report, changes under review, and the exit code. A signal ends it too, with the cases that have ended so far. A case
that has not ended is in error, and so is one that two tests share. A test that asks no model, and has no golden, is no
case; without any case the exit code is 0.

--accept makes what this session shows the new goldens at its end, as if each change had been accepted; in CI it is
refused. What other runs left under review stays there. A test framework that has a way of its own to accept names it
with --accept-with, for the line that says what to do next.

--part says that the session has a part of the tests, such as those of one of several workers: goldens of other cases
are then not counted. Who started the workers can ask for all of them, with {"goldens": true}.

` + console.ExitHelp,
		Example: `  beaver-eval proxy --suite my-app
  beaver-eval proxy --suite my-app --accept  # make the prompts of these tests the new goldens
  beaver-eval proxy --accept-with 'pytest --beaver-accept'
  beaver-eval proxy --gate 'expectations.failed <= 0'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.saysCI = cmd.Flags().Changed("ci")
			return a.proxy(cmd.Context(), o, suite)
		},
	}
	cmd.Flags().StringVar(&suite, "suite", "",
		"the `suite` of the application (default: the only one without a command)")
	cmd.Flags().BoolVar(&o.accept, "accept", false, "make what this session shows the new goldens")
	cmd.Flags().StringVar(&o.acceptWith, "accept-with", "",
		"the `command` of the test framework that accepts, for messages (default: proxy --accept)")
	cmd.Flags().BoolVar(&o.onlyPart, "part", false,
		"these are a part of the tests: do not count goldens of other cases")
	cmd.Flags().BoolVar(&o.noReport, "no-report", false, "write no Parquet files")
	cmd.Flags().BoolVarP(&o.quiet, "quiet", "q", false, "print only the verdict and what to do next")
	cmd.Flags().StringArrayVar(&o.gates, "gate", nil,
		"fail unless this `bound` holds, such as 'calls <= 9' (may be repeated)")
	cmd.Flags().StringSliceVar(&o.noGates, "no-gate", nil,
		"skip gates whose `name` matches this glob; every report says so")
	cmd.Flags().BoolVar(&o.ci, "ci", false, "behave as in CI; --ci=false: do not, even if the variable CI is set")
	return cmd
}

// proxy runs the session. Standard output is for its lines: all else is printed on standard error.
func (a *app) proxy(ctx context.Context, o runOptions, suite string) error {
	started := time.Now()
	a.Stdout = a.Stderr
	if o.accept && a.inCI(&o) {
		return errors.New("--accept: in CI nothing is accepted: accept on your machine, and commit the goldens")
	}
	if suite != "" {
		if err := fixtures.CheckName(suite); err != nil {
			return fmt.Errorf("--suite: %w", err)
		}
		o.Suites = []string{suite}
	}
	j, err := a.loadJob(ctx, &o)
	defer j.release()
	if err == nil && suite == "" {
		if j.suites, err = onlyDriven(j.suites); err == nil {
			o.Suites = names(j.suites) // other suites' goldens are no orphans
		}
	}
	if err == nil {
		err = a.openJob(ctx, j, o)
	}
	if err != nil {
		return err
	}
	return a.drivenPlay(ctx, j, o, started)
}

// onlyDriven returns the only suite that its program's own tests drive.
func onlyDriven(loaded []*project.Suite) ([]*project.Suite, error) {
	var names []string
	all := slices.DeleteFunc(slices.Clone(loaded), func(s *project.Suite) bool { return !s.Driven() })
	for _, s := range all {
		names = append(names, s.Name)
	}
	switch len(all) {
	case 1:
		return all, nil
	case 0:
		return nil, errors.New("no suite is driven by tests: write one with system: app and app: {}, or name the " +
			"suite of an application with --suite")
	}
	return nil, fmt.Errorf("several suites are driven by tests: name one with --suite (%s)", strings.Join(names, ", "))
}

// drive takes lines until their end, or that of ctx.
func (p *proxy) drive(ctx context.Context, s *driven.Session) (failed, err error) {
	lines := newSource(p.in)
	lines.take = func(number int, text []byte) error { return p.take(s, number, text) }
	s.Before(lines.catchUp)
	if err := p.say(struct { // from now on requests may come
		URL string `json:"url"`
		Key string `json:"key"`
	}{s.URL(), s.Key()}); err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- lines.read() }() // which may wait for ever
	select {
	case err = <-ended:
	case <-lines.wrong:
		err = lines.error()
	case <-ctx.Done():
	}
	lines.close()
	return nil, err
}

// take takes a line, and answers what it asks.
func (p *proxy) take(s *driven.Session, number int, text []byte) error {
	l, err := driven.ParseLine(standardInput, number, text)
	if err != nil {
		return err
	}
	answer, err := s.Take(l)
	if answer == nil || err != nil {
		return err
	}
	return p.say(answer)
}

// say prints a line of JSON at once.
func (p *proxy) say(v any) error {
	err := printable.NewJSONEncoder(p.app.Data).Encode(v)
	return errors.Join(err, p.app.Data.Flush())
}
