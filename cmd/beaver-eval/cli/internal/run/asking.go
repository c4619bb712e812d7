package run

import (
	"cmp"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/live"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// asking is a run whose calls are answered by a server, now or in an earlier run, and not by what the cases say.
type asking struct {
	answers stored.Answers   // as run.json keeps them
	model   string           // that all stages ask; empty: those of the suites
	from    *live.Folder     // answers of an earlier run; nil: none
	servers *console.Servers // nil: none is asked
	kept    string           // the run that keeps what they say; empty: none does
	outage  *live.Outage     // notices that the servers are gone
}

// openAsking finds out who answers; nil: the cases and their recordings.
func (a *app) openAsking(before *earlier, o runOptions) (*asking, error) {
	if !o.live() {
		return nil, nil
	}
	who := &asking{answers: stored.Answers{Model: o.Model, Scripts: o.scripts}, outage: &live.Outage{}}
	if before != nil {
		who.answers, who.from = *before.Answers, &live.Folder{Dir: before.recordings}
		who.answers.From, who.answers.Resumed = before.Name, o.resume != ""
	}
	var err error
	who.model, err = console.ServerName(who.answers.Model)
	if err == nil && o.recordings == "" {
		who.servers, err = o.ServerFlags.Open(a.Env)
	}
	return who, err
}

// answerer is who answers the cases. What servers say is kept in a folder; none: nowhere.
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

// vectors is who embeds for the suites with an embedder, and for a run that asks servers what is kept of it.
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

// known returns the vectors that a suite has: those of the earlier run, else what was recorded.
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

// workers returns how many cases run side by side: no more than servers can be asked at a time, if nobody says.
func (w *asking) workers(o runOptions) int {
	if w == nil || w.servers == nil {
		return o.workers
	}
	return cmp.Or(o.workers, w.servers.AtOnce)
}
