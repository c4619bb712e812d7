package faults

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// key identifies a request of a case: requests of one turn with the same text share a key.
type key struct{ place, digest string }

// wanted is how a client wants an answer.
type wanted struct {
	streamed bool
	provider pipeline.Source // in whose form
}

// ask is one request of a run.
type ask struct {
	key
	wanted
	request pipeline.Request // with its path
	answer  pipeline.Response
	err     error
}

// appSaid is the application's reply in a turn.
type appSaid struct{ place, text string }

// course is what happened in a run.
type course struct {
	asks    []ask // in the order of their names
	replies []appSaid
	err     error
}

// courseOf reads a run. mask removes from replies the text that differs from run to run.
func courseOf(ran *runner.Ran, wants map[key]wanted, mask func(string) string) *course {
	c := &course{err: ran.Err}
	for _, e := range ran.Log {
		if e.Kind != pipeline.EntryCall {
			continue
		}
		x, known := ran.Calls.At(e.Path)
		if !known {
			continue
		}
		k := key{PlaceOf(e.Path), model.Digest(x.Request)}
		c.asks = append(c.asks, ask{k, wants[k], x.Request, x.Response, x.Err})
	}
	for _, o := range ran.Outcomes {
		for _, r := range o.Replies {
			c.replies = append(c.replies, appSaid{o.Place, mask(r.Text)})
		}
	}
	return c
}

// count returns the number of requests of a key.
func (c *course) count(k key) int {
	n := 0
	for i := range c.asks {
		if c.asks[i].key == k {
			n++
		}
	}
	return n
}
