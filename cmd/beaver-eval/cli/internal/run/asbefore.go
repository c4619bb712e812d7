package run

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/journal"
)

// Names of flags that a resumed run has as before, and of the arguments of run.
const (
	flagCase     = "CASE"
	flagGate     = "gate"
	flagNoGate   = "no-gate"
	flagBaseline = "baseline"
	flagPrompts  = "prompts"
	flagRequests = "requests"
	flagPartial  = "partial"
	flagCI       = "ci"
	flagTimeout  = "timeout"
)

// asBefore fills in the flags of the run to be continued that are not given now.
func (o *runOptions) asBefore(s *stored.Stopped) error {
	if o.Model != "" || o.Hosts != "" {
		return fmt.Errorf("no server answered %s: leave --model and --host out", s.Name)
	}
	if o.noReport || o.demo {
		return errors.New("it excludes --no-report and --demo: the run goes on in its folder")
	}
	return o.asIn(&s.Journal.State)
}

// asIn fills in the flags of a state that are not given now.
func (o *runOptions) asIn(s *journal.State) error {
	was := s.Options
	for flag, list := range map[string]*[]string{
		flagGate: &o.gates, flagNoGate: &o.noGates, flagPrompts: &o.prompts,
	} {
		if len(*list) == 0 {
			*list = was[flag]
		}
	}
	for flag, value := range map[string]*string{flagBaseline: &o.baseline, flagRequests: &o.requests} {
		if *value == "" {
			*value = strings.Join(was[flag], "")
		}
	}
	o.partial = o.partial || was[flagPartial] != nil
	if !o.saysCI {
		o.ci, o.saysCI = was[flagCI] != nil, true
	}
	if limit := was[flagTimeout]; len(limit) == 1 && o.timeout == 0 {
		var err error
		if o.timeout, err = time.ParseDuration(limit[0]); err != nil {
			return err
		}
	}
	return nil
}
