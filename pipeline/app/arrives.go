package app

import (
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/api"
	"github.com/beaver-eval/beaver-eval/pipeline/app/door"
)

// arrives takes a request into the turn.
func (t *turn) arrives(body *api.Body) (*call, pipeline.Arrival, error) {
	c := &call{request: t.canonical(body)}
	c.digest = digest(c.request)
	c.words = words(c.request)
	a := pipeline.Arrival{
		Request: c.request, Words: c.words, Seed: t.desk.seed(c.digest), Streamed: body.Stream,
	}
	side := t.desk.together(c.request.Stage)
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case len(t.calls) >= most:
		err := fmt.Errorf("more than %d requests in one turn", most)
		t.stop(err)
		return nil, a, err
	case len(t.calls) == 0 && t.embedded == 0:
		close(t.began)
	}
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
	t.calls, t.under = append(t.calls, c), t.under+1
	return c, a, nil
}

// answers keeps what came of a request.
func (t *turn) answers(c *call, resp pipeline.Response, err error, a door.Answer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c.answered, c.resp, c.err = true, resp, err
	c.failed = err != nil || a.Broken != door.Whole || a.Status >= 400
	t.under--
	t.quiet.Broadcast()
	if c.failed {
		t.names.Fail(slices.Index(t.inOrder(), c))
	}
}

// inOrder are the requests of stages that are asked one after the other: those that the namer knows.
func (t *turn) inOrder() []*call {
	return slices.DeleteFunc(slices.Clone(t.calls), func(c *call) bool {
		return t.desk.together(c.request.Stage)
	})
}

// canonical is a request as it is compared: references are resolved, ids that were given out have names, text that is
// another one in each run is replaced, and texts have their sections.
func (t *turn) canonical(body *api.Body) pipeline.Request {
	req := t.desk.store.Canonical(body.Request)
	req.Stage = stageOf(t.desk.rules, body)
	req = t.rt.Masked(req)
	req.Messages = pipeline.CloneMessages(req.Messages)
	for i := range req.Messages {
		m := &req.Messages[i]
		if m.Role == pipeline.RoleSystem || m.Role == roleDeveloper || m.Role == pipeline.RoleUser {
			m.Sections = t.desk.block.outline().Split(m.Sections)
		}
		t.source(req.Stage, m)
	}
	return req
}

// source says where the texts of a message are from, as far as that can be told.
func (t *turn) source(stage string, m *pipeline.Message) {
	for i, s := range m.Sections {
		from := pipeline.TextSource{Kind: pipeline.TextCode, Name: stage, Define: s.Name}
		if m.Role == pipeline.RoleUser && s.Text == t.in.Text {
			from = t.in.Source
		}
		m.Sections[i] = pipeline.NewSection(s.Name, from.Of(s.Text))
	}
}
