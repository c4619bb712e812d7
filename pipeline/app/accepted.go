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

// accepted is the golden's calls of a turn.
type accepted struct {
	calls []pipeline.Request
	likes *thread.Likeness
}

func newAccepted(calls []pipeline.Request) *accepted {
	arrays := make([][]pipeline.Message, len(calls))
	for i := range calls {
		arrays[i] = calls[i].Messages
	}
	return &accepted{calls, thread.NewLikeness(arrays)}
}

// likeCall is a call of the golden, and how much like it a request is, from 0 to thread.Whole.
type likeCall struct {
	at       int // among the accepted calls
	likeness int
	text     int // likeness of the messages alone
}

// like returns the calls of the golden at the request's endpoint, most like it first, then in their order. The texts
// count half; offered tools, and format with parameters, a quarter each.
func (g *accepted) like(req *pipeline.Request) []likeCall {
	var all []likeCall
	members, tools := membersOf(req), toolsOf(req)
	for i, text := range g.likes.To(req.Messages) {
		of := &g.calls[i]
		if !bytes.Equal(members["endpoint"], membersOf(of)["endpoint"]) {
			continue
		}
		parameters := thread.Share(texts(members), texts(membersOf(of)))
		likeness := (2*text + thread.Share(tools, toolsOf(of)) + parameters) / 4
		all = append(all, likeCall{i, likeness, text})
	}
	slices.SortStableFunc(all, func(a, b likeCall) int { return cmp.Compare(b.likeness, a.likeness) })
	return all
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
