package app

import (
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// arrives adds a request to the turn, of a stage, or of none that claims it.
func (t *turn) arrives(body *Body, stage string, claimed bool) (*call, pipeline.Arrival, error) {
	c := &call{body: body, claimed: claimed, request: t.canonical(body)}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !claimed {
		stage = t.likely(c)
	}
	t.stage(c, stage)
	c.words = words(c.request)
	a := pipeline.Arrival{
		Request: c.request, Place: t.place, Words: c.words, Seed: t.session.seed(c.digest), Streamed: body.Stream,
	}
	side := t.session.together(c.request.Stage)
	if len(t.calls) >= maxRequests {
		err := fmt.Errorf("more than %d requests in one turn", maxRequests)
		t.stop(err)
		return nil, a, err
	}
	t.begins()
	for _, other := range t.calls {
		if other.request.Stage == c.request.Stage {
			a.Number++
			if !other.answered {
				a.Beside = other.words
			}
		}
	}
	a.Number++
	if !side {
		a.Leaf = t.names.Add(c.threaded()).Leaf(c.request.Stage)
	}
	c.arrival = a
	t.calls, t.under = append(t.calls, c), t.under+1
	if t.golden != nil {
		t.golden.take(c)
	}
	return c, a, nil
}

// answers keeps the answer to a request.
func (t *turn) answers(c *call, resp pipeline.Response, err error, a ProxyAnswer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c.answered, c.resp, c.err = true, resp, err
	c.failed = err != nil || a.Broken != Whole && a.Broken != Given || a.Status >= 400
	t.under--
	t.quiet.Broadcast()
	if !c.failed {
		t.session.gave(resp)
	} else {
		t.names.Fail(slices.Index(t.inOrder(), c))
	}
}

// inOrder returns the requests of sequential stages: those that the namer knows.
func (t *turn) inOrder() []*call {
	return slices.DeleteFunc(slices.Clone(t.calls), func(c *call) bool {
		return t.session.together(c.request.Stage)
	})
}

// canonical returns a request as it is compared: references are resolved, parameters sorted by name, given-out ids
// replaced by names, text that differs from run to run is replaced, and texts have their sections.
func (t *turn) canonical(body *Body) pipeline.Request {
	req := body.Request
	req.Parameters = sorted(req.Parameters)
	req = t.session.store.Canonical(req)
	req.Model = body.Model
	req = t.with.Masked(t.session.withoutAddress(req))
	req.Messages = pipeline.CloneMessages(req.Messages)
	for i := range req.Messages {
		m := &req.Messages[i]
		if m.Role == pipeline.RoleSystem || m.Role == roleDeveloper || m.Role == pipeline.RoleUser {
			m.Sections = t.session.block.outline().Split(m.Sections)
		}
	}
	return req
}

// stage gives a call its stage, which its digest and the sources of its texts depend on.
func (t *turn) stage(c *call, stage string) {
	c.request.Stage = stage
	t.session.sources(stage, c.request.Messages)
	c.digest = digest(c.request)
}
