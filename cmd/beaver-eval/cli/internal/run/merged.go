package run

import (
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/journal"
)

// openMerged takes the flags of the shards, and returns the first one.
func (o *runOptions) openMerged() (*stored.Run, error) {
	first := o.merged.Parts[0]
	for _, p := range o.merged.Parts {
		if was, is := first.Answers.Asked(), p.Answers.Asked(); was != is {
			return nil, fmt.Errorf("shard %s was answered by %s, and shard %s by %s", first.Shard, was, p.Shard, is)
		}
	}
	o.answered = first.Answers != nil
	return first.Run, o.asIn(&first.Journal.State)
}

// checkStates returns an error that names each shard that ran in another state than now.
func (o *runOptions) checkStates(now *journal.State) error {
	for _, flag := range []string{flagGate, flagNoGate, flagBaseline} { // are given to the merge
		delete(now.Options, flag)
	}
	var texts []string
	shards := map[string][]string{}
	for _, p := range o.merged.Parts {
		all := p.Journal.State.Differences(now)
		if len(all) == 0 {
			continue
		}
		text := wording.Some(all, maxNamed)
		if shards[text] == nil {
			texts = append(texts, text)
		}
		shards[text] = append(shards[text], p.Shard.String())
	}
	var errs []error
	for _, text := range texts {
		errs = append(errs, fmt.Errorf("since shard %s ran: %s", wording.Some(shards[text], maxNamed), text))
	}
	if errs != nil {
		errs = append(errs, errors.New("put it back, or run these shards again: a run never mixes two states"))
	}
	return errors.Join(errs...)
}
