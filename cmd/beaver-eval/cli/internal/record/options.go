package record

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/live"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// options are the flags of record.
type options struct {
	console.Filters
	console.ServerFlags
	names    []string // of cases, as arguments
	mode     string
	allCalls bool
	stale    bool
	missing  bool
	carried  bool
	plan     bool
	format   string // of the plan
	timeouts bool   // are recorded
	from     string // name of a run
	workers  int
	upstream []string // openai=URL, anthropic=URL, ollama=URL
}

func (o *options) add(cmd *cobra.Command) {
	o.ChoiceFlags(cmd)
	o.ServerFlags.Add(cmd)
	cmd.Flags().StringVar(&o.mode, "mode", "", "which `calls` are asked: "+strings.Join(live.Modes(), ", ")+
		" (default: once)")
	cmd.Flags().BoolVar(&o.allCalls, "all-calls", false, "also ask calls that have a scripted answer")
	cmd.Flags().BoolVar(&o.stale, "stale", false,
		"renew answers to another request, and failures; drop those that no call needs any more")
	cmd.Flags().BoolVar(&o.missing, "missing", false, "ask calls that nothing answers")
	cmd.Flags().BoolVar(&o.carried, "carried", false, "renew answers that accept --keep-answers kept")
	cmd.Flags().BoolVar(&o.plan, "plan", false,
		"only print which calls would be asked and why, with tokens and money; ask no server")
	cmd.Flags().StringVar(&o.format, "format", "table", "of --plan: table or json")
	cmd.Flags().BoolVar(&o.timeouts, "keep-timeouts", false,
		"if a server takes too long, record that in place of the call's recording")
	cmd.Flags().StringVar(&o.from, "from", "", "record the answers that servers gave in this `run`, and ask no server")
	cmd.Flags().StringArrayVar(&o.upstream, "upstream", nil,
		"pass an application's requests on to this `provider`: openai=URL, anthropic=URL or ollama=URL")
	cmd.Flags().IntVar(&o.workers, "workers", 0,
		"how many cases run in parallel (default: as many as the servers can answer)")
	console.Groups(cmd,
		console.Group{Title: "Choose cases", Flags: []string{"suite", "tag", console.KeywordFlag}},
		console.Group{Title: "Choose calls", Flags: []string{"mode", "all-calls", "stale", "missing", "carried",
			"plan"}},
		console.Group{Title: "Answers", Flags: []string{
			"model", "host", "allow-remote", "parallel", "upstream", "from", "keep-timeouts",
		}},
		console.Group{Title: "Output", Flags: []string{"format"}},
	)
}

func (o *options) choice() live.Choice {
	return live.Choice{Mode: live.Mode(o.mode), Stale: o.stale, Missing: o.missing, Carried: o.carried}
}

func (o *options) check() error {
	errs := []error{o.Filters.Check(), o.ServerFlags.Check(), o.choice().Check(), console.CheckCases(o.names),
		console.OneOf("--format", o.format, "table", "json")}
	if o.format != "table" && !o.plan {
		errs = append(errs, errors.New("--format is that of --plan"))
	}
	if o.from != "" && (o.mode != "" || o.choice().Renews() || o.Model != "") {
		errs = append(errs, errors.New("--from asks no server: it excludes --mode, --model, --stale, --missing and "+
			"--carried"))
	}
	if _, err := bases(o.upstream, o.AllowRemote); err != nil {
		errs = append(errs, err)
	}
	if len(o.upstream) > 0 && (o.from != "" || o.mode == string(live.None)) {
		errs = append(errs, errors.New("--upstream: --from and --mode none ask no server"))
	}
	if o.plan && (o.from != "" || len(o.upstream) > 0 || o.timeouts || o.mode == string(live.None)) {
		errs = append(errs, errors.New("--plan asks no server: it excludes --from, --upstream, --keep-timeouts and "+
			"--mode none"))
	}
	if o.workers < 0 {
		errs = append(errs, fmt.Errorf("--workers: want 0 or more, got %d", o.workers))
	}
	return errors.Join(errs...)
}

// known returns the known vectors of a suite.
func (o *options) known(s *project.Suite) (*model.Embeddings, error) {
	if o.mode == string(live.All) {
		return nil, nil
	}
	return s.Embeddings()
}

// embeds reports whether an application's suite may have texts to embed: nothing is recorded yet, or missing answers
// are requested.
func (o *options) embeds(s *project.Suite) (bool, error) {
	if s.EmbeddingModel() == "" {
		return false, nil
	}
	known, err := o.known(s)
	return err == nil && (known == nil || o.missing), err
}
