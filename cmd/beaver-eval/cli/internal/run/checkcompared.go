package run

import (
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
)

// checkCompared rejects what does not go with a comparison at the end.
func (o *runOptions) checkCompared() error {
	errs := []error{o.checkUntil()}
	if !o.compares() {
		return errors.Join(errs...)
	}
	what := "--compare"
	if o.several() {
		what = "a second --model"
		errs = append(errs, o.checkModels())
	}
	for _, f := range []struct {
		bad  bool
		says string
	}{
		{o.compare && o.baseline == "", "--compare goes with --baseline RUN, a run of a model"},
		{o.compare && o.several(), "--compare excludes a second --model: the comparison is with --baseline"},
		{o.compare && o.scripts, "--compare excludes --keep-scripted: it does as that run did"},
		{o.recordings != "" || o.resume != "", what + " excludes --recordings and --resume"},
		{o.noReport || o.demo, what + " excludes --no-report and --demo: stored runs are compared"},
		{o.command != nil || o.requests != "", what + " excludes -- COMMAND and --requests: no model answers there"},
		{o.several() && (o.full || o.trace != ""), what + " excludes --full and --trace, which are about one run: " +
			"`beaver-eval report show RUN --full`, `beaver-eval show CASE --run RUN`"},
	} {
		if f.bad {
			errs = append(errs, errors.New(f.says))
		}
	}
	return errors.Join(errs...)
}

// checkModels rejects models that cannot be asked together.
func (o *runOptions) checkModels() error {
	var errs []error
	kinds := map[bool]bool{}
	for _, name := range o.models {
		of, err := console.ServerName(name)
		if err == nil && of == "" {
			err = errors.New("--model: it is empty, though there is another one")
		}
		errs = append(errs, err)
		kinds[o.SpeaksOpenAI(name)] = true
	}
	if len(kinds) > 1 && o.Hosts != "" {
		errs = append(errs, errors.New("--host cannot name servers of both kinds: leave it out, and set OLLAMA_HOST "+
			"and OPENAI_BASE_URL"))
	}
	return errors.Join(errs...)
}

// untilDecided is the only value of --until.
const untilDecided = "decided"

// checkUntil rejects what does not go with --until.
func (o *runOptions) checkUntil() error {
	if o.until == "" {
		if o.seed > 0 {
			return errors.New("--seed goes with --until decided: it is that of the order of cases")
		}
		return nil
	}
	if o.until != untilDecided {
		return fmt.Errorf("--until: want %s, got %.60q", untilDecided, o.until)
	}
	if len(o.models) != 2 {
		return errors.New("--until decided goes with two models: --model A --model B")
	}
	return nil
}
