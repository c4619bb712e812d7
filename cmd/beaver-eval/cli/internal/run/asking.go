package run

import (
	"cmp"
	"fmt"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/live"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// asking is a run whose calls are answered by a server, now or in an earlier run, not by the cases.
type asking struct {
	answers stored.Answers   // for run.json
	model   string           // of all stages; empty: those of the suites
	from    *live.Folder     // answers of an earlier run; nil: none
	servers *console.Servers // nil: none
	kept    string           // the run that keeps their answers; empty: none
	outage  *live.Outage     // detects that the servers are gone

	compares bool // what from does not answer is asked of its model
}

// openAsking determines the source of answers; nil: the cases and their recordings.
func (a *app) openAsking(before *earlier, o runOptions) (*asking, error) {
	if !o.live() {
		return nil, nil
	}
	who := &asking{answers: stored.Answers{Model: o.Model, Scripts: o.scripts}, outage: &live.Outage{},
		compares: o.compare}
	if o.repeat > 1 {
		who.answers.Repeat = o.repeat
	}
	if before != nil && before.shards != nil {
		who.answers = *before.Answers
		who.answers.From, who.answers.Resumed = "", false
		who.model, _ = console.ServerName(who.answers.Model)
		return who, nil
	}
	if before != nil {
		if o.repeat > 1 && o.repeat != before.Answers.Repeat {
			return nil, fmt.Errorf("--repeat: %s ran each case %s: leave --repeat out", before.Name,
				wording.Number(max(1, before.Answers.Repeat), "time"))
		}
		who.answers, who.from = *before.Answers, &live.Folder{Dir: before.recordings}
		who.answers.From, who.answers.Resumed = before.Name, o.resume != ""
	}
	var err error
	who.model, err = console.ServerName(who.answers.Model)
	if err == nil && o.recordings == "" {
		who.servers, err = a.OpenServers(&o.ServerFlags, who.answers.Model)
	}
	return who, err
}

// answerer returns the Answerer of the cases. It keeps servers' answers in a folder, unless that is empty.
func (w *asking) answerer(folder string) *live.Answerer {
	a := &live.Answerer{Name: w.model, Scripts: w.answers.Scripts, From: w.from, Outage: w.outage}
	if w.servers != nil {
		a.Model = w.servers
	}
	if folder != "" {
		a.Keep = &live.Folder{Dir: folder}
	}
	return a
}

// vectors returns the embedder of suites that name one and, for a run that asks servers, the vectors to keep.
func (w *asking) vectors() (of func(*project.Suite) (pipeline.Embedder, error), asked *live.Vectors) {
	if w.servers == nil {
		return func(s *project.Suite) (pipeline.Embedder, error) {
			e, err := w.known(s)
			return &model.EmbedReplay{Embeddings: e, Mask: s.Masker(), File: s.EmbeddingsFile(), Suite: s.File()}, err
		}, nil
	}
	asked = &live.Vectors{Server: w.servers, Known: w.known, Outage: w.outage}
	return asked.Of, asked
}

// known returns a suite's vectors: those of the earlier run, else the recorded ones.
func (w *asking) known(s *project.Suite) (*model.Embeddings, error) {
	if w.from != nil {
		if e, err := w.from.Embeddings(s.Name); e != nil || err != nil {
			return e, err
		}
	}
	return s.Embeddings()
}

// stopped returns why calls to the servers have stopped; nil: they have not, or there were none.
func (w *asking) stopped() error {
	if w == nil {
		return nil
	}
	if gone := w.outage.Stopped(); gone != nil {
		return gone
	}
	return nil
}

// workers returns the number of concurrent cases: by default no more than the servers' concurrent calls.
func (w *asking) workers(o runOptions) int {
	if w == nil || w.servers == nil {
		return o.workers
	}
	return cmp.Or(o.workers, w.servers.AtOnce)
}
