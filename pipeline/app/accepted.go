package app

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/internal/thread"
)

// mostCompared bounds how many requests are compared with accepted calls in a turn, as pairs.
const mostCompared = 1_000_000

// accepted is the golden's calls of a turn, and what is known of them while requests arrive.
type accepted struct {
	calls    []pipeline.Request
	traits   []traits
	likes    *thread.Likeness
	same     map[string][]int // by content
	compared int              // pairs

	taken map[string]bool // by path: a request counts as it
	left  map[string]int  // calls of a stage, less the requests of the stage
}

// traits are what requests are compared by, beside their messages.
type traits struct {
	endpoint          string
	parameters, tools []string
}

func newAccepted(calls []pipeline.Request) *accepted {
	g := &accepted{calls: calls, same: map[string][]int{}, taken: map[string]bool{}, left: map[string]int{}}
	arrays := make([][]pipeline.Message, len(calls))
	for i := range calls {
		arrays[i] = calls[i].Messages
		g.traits = append(g.traits, traitsOf(&calls[i]))
		content := contentOf(calls[i])
		g.same[content] = append(g.same[content], i)
		g.left[calls[i].Stage]++
	}
	g.likes = thread.NewLikeness(arrays)
	return g
}

// take notes that a request has arrived, and which call it counts as, if that is known.
func (g *accepted) take(c *call) {
	g.left[c.request.Stage]--
	switch {
	case c.accepted != nil:
		g.taken[c.accepted.Path] = true
	case c.claimed && c.arrival.Leaf != "":
		g.taken[c.arrival.Place+"/"+c.arrival.Leaf] = true
	}
}

// equal returns the first free call that is the request, but for its stage; nil: none is.
func (g *accepted) equal(c *call, free func(*pipeline.Request) bool) *pipeline.Request {
	for _, i := range g.same[c.content] {
		if free(&g.calls[i]) {
			return &g.calls[i]
		}
	}
	return nil
}

// like returns the calls of the golden at the request's endpoint, most like it first, then in their order. The texts
// count half; offered tools, and format with parameters, a quarter each. It compares each request once.
func (g *accepted) like(c *call) []likeCall {
	if c.like != nil || g.compared > mostCompared {
		return c.like
	}
	g.compared += len(g.calls)
	c.like = []likeCall{}
	own := traitsOf(&c.request)
	for i, text := range g.likes.To(c.request.Messages) {
		of := &g.traits[i]
		if own.endpoint == of.endpoint {
			aside := thread.Share(own.tools, of.tools) + thread.Share(own.parameters, of.parameters)
			c.like = append(c.like, likeCall{i, (2*text + aside) / 4, text})
		}
	}
	slices.SortStableFunc(c.like, func(a, b likeCall) int { return cmp.Compare(b.likeness, a.likeness) })
	return c.like
}

func traitsOf(req *pipeline.Request) traits {
	members := membersOf(req)
	return traits{string(members["endpoint"]), texts(members), toolsOf(req)}
}

// contentOf returns the digest of a request without its stage.
func contentOf(req pipeline.Request) string {
	req.Stage = ""
	return digest(req)
}

func membersOf(req *pipeline.Request) map[string]json.RawMessage {
	members := map[string]json.RawMessage{}
	if json.Unmarshal(req.Parameters, &members) != nil {
		clear(members)
	}
	if req.Format != nil {
		members["format"] = req.Format
	}
	return members
}

// texts returns members as texts that are equal if the members are.
func texts(members map[string]json.RawMessage) []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(members)) {
		var value bytes.Buffer
		if json.Compact(&value, members[name]) == nil {
			all = append(all, name+" "+value.String())
		}
	}
	return all
}

func toolsOf(req *pipeline.Request) []string {
	var names []string
	for _, t := range req.Tools {
		names = append(names, t.Name)
	}
	return names
}

// threads returns the golden's calls of a turn, without those whose paths are none of an application.
func threads(requests []pipeline.Request, place string) []thread.Accepted {
	var all []thread.Accepted
	for _, req := range requests {
		leaf := req.Path[len(place)+1:]
		if stage, name, ok := thread.ParseLeaf(leaf); ok && stage == req.Stage {
			all = append(all, thread.Accepted{Stage: stage, Name: name, Messages: req.Messages})
		}
	}
	return all
}
