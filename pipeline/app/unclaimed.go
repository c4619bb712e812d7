package app

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/internal/thread"
)

// A request that no rule of the suite claims, other than one for all others, is most likely one whose prompt was edited, in the line that the rule
// looks at. So it counts as the call of the golden, in this turn, that it is most like.

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

// likely returns the stage of an unclaimed request as it arrives: that of the call of the golden that it is most like,
// among those that no request before it has taken. It is called with the lock held.
func (t *turn) likely(c *call) string {
	if !slices.ContainsFunc(t.session.rules, func(r rule) bool { return !r.any() }) {
		return otherStage(t.session.rules)
	}
	if c.again = t.sent(c); c.again != nil {
		return c.again.request.Stage
	}
	if t.golden == nil {
		known := stageNames(t.session.rules) // the suite may have had others
		t.golden = newAccepted(slices.DeleteFunc(t.with.Accepted(t.place), func(g pipeline.Request) bool {
			return !slices.Contains(known, g.Stage)
		}))
	}
	taken, of := map[string]bool{}, map[string]int{}
	for _, other := range t.calls {
		of[other.request.Stage]++
		switch {
		case other.accepted != nil:
			taken[other.accepted.Path] = true
		case other.claimed && other.arrival.Leaf != "":
			taken[t.place+"/"+other.arrival.Leaf] = true
		}
	}
	for i := range t.golden.calls {
		of[t.golden.calls[i].Stage]-- // below 0: calls that nothing has taken
	}
	return t.count(c, t.golden.like(&c.request), func(g *pipeline.Request) bool {
		return !taken[g.Path] && of[g.Stage] < 0
	})
}

// sent returns the unclaimed call that sent the same before, as after a failed answer; nil: there is none.
func (t *turn) sent(c *call) *call {
	for _, other := range t.calls {
		if !other.claimed && other.failed {
			same := c.request
			same.Stage = other.request.Stage
			if digest(same) == other.digest {
				return other
			}
		}
	}
	return nil
}

// count makes an unclaimed request count as the first free call among those like it, and returns its stage.
func (t *turn) count(c *call, like []likeCall, free func(*pipeline.Request) bool) string {
	c.accepted, c.nearest = nil, nil
	for i := range like {
		g := &t.golden.calls[like[i].at]
		if c.nearest == nil {
			c.nearest = &like[i]
		}
		if like[i].text >= thread.Least && free(g) {
			c.accepted = g
			return g.Stage
		}
	}
	return otherStage(t.session.rules)
}

// settleStages decides, once all requests of the turn are known, what the unclaimed ones count as: claimed requests
// take their calls of the golden first, then the most similar pairs.
func (t *turn) settleStages() {
	var open []*call
	taken := map[string]bool{}
	var claimed []thread.Call
	var stages []string
	for _, c := range t.calls {
		switch {
		case c.claimed:
			claimed, stages = append(claimed, c.threaded()), append(stages, c.request.Stage)
		case c.again == nil:
			open = append(open, c)
		}
	}
	if len(open) == 0 || t.golden == nil {
		return
	}
	for i, n := range thread.Names(claimed, t.session.together, threads(t.golden.calls, t.place)) {
		taken[t.place+"/"+n.Leaf(stages[i])] = true
	}
	type pair struct {
		call *call
		like []likeCall
	}
	pairs := make([]pair, len(open))
	for i, c := range open {
		pairs[i] = pair{c, t.golden.like(&c.request)}
	}
	best := func(p pair) int {
		for _, l := range p.like {
			if !taken[t.golden.calls[l.at].Path] {
				return l.likeness
			}
		}
		return -1
	}
	for len(pairs) > 0 {
		at := 0
		for i := range pairs {
			if best(pairs[i]) > best(pairs[at]) {
				at = i
			}
		}
		c := pairs[at].call
		stage := t.count(c, pairs[at].like, func(g *pipeline.Request) bool { return !taken[g.Path] })
		if c.accepted != nil {
			taken[c.accepted.Path] = true
		}
		if stage != c.request.Stage {
			t.stage(c, stage)
		}
		pairs = slices.Delete(pairs, at, at+1)
	}
	for _, c := range t.calls {
		if c.again != nil && c.again.request.Stage != c.request.Stage {
			t.stage(c, c.again.request.Stage)
		}
	}
}

// unclaimed says what the unclaimed calls of a suite with rules count as: those of one stage together, with the rule that
// would claim them.
func (t *turn) unclaimed(named []namedCall) []string {
	if t.golden == nil || len(t.golden.calls) == 0 {
		return nil
	}
	other := otherStage(t.session.rules)
	var all []string
	edited := map[string][]namedCall{}
	for _, n := range named {
		c := n.call
		path := t.place + "/" + n.name.Leaf(c.request.Stage)
		switch {
		case c.claimed || c.again != nil || c.accepted == nil && other != defaultStage:
		case c.accepted == nil && c.nearest == nil:
			all = append(all, path+" is new: no stage rule claims it, and no accepted call of the turn has its endpoint")
		case c.accepted == nil:
			all = append(all, fmt.Sprintf("%s is new: no stage rule claims it; most like it is %s (%d%%), which it does "+
				"not count as", path, t.golden.calls[c.nearest.at].Path, c.nearest.likeness*100/thread.Whole))
		case c.accepted.Stage != other:
			edited[c.accepted.Stage] = append(edited[c.accepted.Stage], n)
		}
	}
	for _, stage := range slices.Sorted(maps.Keys(edited)) {
		first := edited[stage][0].call
		which := "a request, which counts as the accepted one that it is most like, "
		if n := len(edited[stage]); n > 1 {
			which = fmt.Sprintf("%d requests, which count as the accepted ones that they are most like, first ", n)
		}
		all = append(all, "no stage rule claims "+which+first.accepted.Path+": the rule "+t.mended(first))
	}
	return all
}

// mended names the rule that no longer fits an unclaimed call, and how it would.
func (t *turn) mended(c *call) string {
	var of *rule
	var failing []check
	for i := range t.session.rules {
		r := &t.session.rules[i]
		if unfit := r.unfit(c.body); r.name == c.accepted.Stage && (of == nil || len(unfit) < len(failing)) {
			of, failing = r, unfit
		}
	}
	var old, would []string
	for _, f := range failing {
		old = append(old, fmt.Sprintf("%s: %q", f.key, strings.TrimPrefix(f.match.String(), "(?m)")))
		if text := t.expression(c, f); text != "" {
			would = append(would, fmt.Sprintf("%s: %q", f.key, text))
		}
	}
	says := fmt.Sprintf("%s {%s} no longer fits", of.name, strings.Join(old, ", "))
	if len(would) < len(failing) {
		return says
	}
	return says + fmt.Sprintf("; {%s} would", strings.Join(would, ", "))
}

// mostExpression bounds a proposed expression, in characters.
const mostExpression = 80

// expression returns an expression that fits a call at one key of a rule, and no call of another stage in the turn;
// empty: there is none.
func (t *turn) expression(c *call, of check) string {
	candidates := []string(nil)
	if of.key == "system" {
		before := systemTexts(&Body{Request: *c.accepted})
		candidates = beginnings(lineLike(matchedLine(of.match, before), newLines(of.texts(c.body), before)))
	} else {
		for _, text := range of.texts(c.body) {
			candidates = append(candidates, "^"+regexp.QuoteMeta(text)+"$")
		}
	}
	for _, candidate := range candidates {
		re, err := regexp.Compile("(?m)" + candidate)
		if err != nil || len(candidate) > mostExpression || !slices.ContainsFunc(of.texts(c.body), re.MatchString) {
			continue
		}
		others := slices.ContainsFunc(t.calls, func(other *call) bool {
			return other.request.Stage != c.request.Stage && slices.ContainsFunc(of.texts(other.body), re.MatchString)
		})
		if !others {
			return candidate
		}
	}
	return ""
}

// matchedLine returns the line of texts in which a rule finds what it looks for.
func matchedLine(re *regexp.Regexp, texts []string) string {
	for _, text := range texts {
		if at := re.FindStringIndex(text); at != nil {
			begin := strings.LastIndexByte(text[:at[0]], '\n') + 1
			line, _, _ := strings.Cut(text[begin:], "\n")
			return line
		}
	}
	return ""
}

// newLines returns the lines of texts that are not blank, without those that stood there before unless no other is
// left.
func newLines(texts, before []string) []string {
	var all []string
	for _, text := range texts {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" {
				all = append(all, line)
			}
		}
	}
	old := strings.Join(before, "\n")
	fresh := slices.DeleteFunc(slices.Clone(all), func(line string) bool { return strings.Contains(old, line) })
	if len(fresh) == 0 {
		return all
	}
	return fresh
}

// lineLike returns the line that has most words in common with another one; among equals, the first.
func lineLike(line string, of []string) string {
	best, found := -1, ""
	for _, l := range of {
		if share := thread.Share(strings.Fields(line), strings.Fields(l)); share > best {
			best, found = share, l
		}
	}
	return found
}

// beginnings returns expressions for the first four words of a line, the first five, and so on.
func beginnings(line string) []string {
	words := strings.Fields(line)
	var all []string
	for n := min(4, len(words)); 0 < n && n <= len(words); n++ {
		all = append(all, "^"+regexp.QuoteMeta(strings.Join(words[:n], " ")))
	}
	return all
}
