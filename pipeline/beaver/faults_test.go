package beaver

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// broken is a model that answers all requests of one decision badly. With declare it gives the last of these requests
// its declared answer, after the time that the fault would have taken.
type broken struct {
	pipeline.Model
	at      string // path of the decision
	with    bad
	declare string // path of the request that gets its declared answer; empty: none

	declared *pipeline.Declared // that request's declaration, once it has come
}

func (b *broken) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	if base(req.Path) != b.at {
		return b.Model.Chat(ctx, req)
	}
	if req.Path == b.declare {
		i := slices.IndexFunc(req.Declared, func(d pipeline.Declared) bool {
			return len(d.Reasons) == 0 || slices.Contains(d.Reasons, b.with.reason)
		})
		if i < 0 {
			return pipeline.Response{}, errors.New(req.Path + " declares nothing for " + string(b.with.reason))
		}
		if b.declared = &req.Declared[i]; b.declared.Answer != nil {
			resp := *b.declared.Answer
			if b.with.reason == pipeline.Timeout {
				resp.Takes = time.Minute
			}
			return resp, nil
		}
	}
	return b.with.answer()
}

// told is a story that can be replayed from its beginning.
type told struct {
	name   string
	begin  func() (pipeline.Case, *script, []pipeline.Input)
	stages []string // those with calls in it
	words  []string // calls whose fallback no answer can equal
	sparse bool     // all reasons at the first call of each stage, only a timeout and a blank answer at the others
}

// stories are one without teams and one with them; together every stage makes calls in them.
var stories = []told{
	{"one agent", story, []string{stageRouter, stagePlanner, stageShortlist, stageFinal, stageMain, stageFinalizer},
		failsTheAttempt, false},
	{"teams", teamStory, []string{
		stageRouter, stagePlanner, stageResolver, stageGuidance, stageShortlist, stageFinal, stageNode, stageMain,
		stageFinalizer, stageDraft,
	}, failsANode, true},
}

// story is a conversation in which every stage of a single agent makes calls, with and without a Task, and later turns
// show the results. A shortlist leaves one of three skills, the last by score, where its fallback leaves the first.
func story() (pipeline.Case, *script, []pipeline.Input) {
	c := pipeline.Case{
		Tools: []pipeline.Tool{{Name: "clock"}},
		Skills: []pipeline.SkillDir{skillDir("trains", "When trains go", "By the hour."), skillDir("times",
			"Times of trains", "By the clock."), skillDir("tables", "A table of times", "In two columns.")},
		Library: "story",
		Block:   &Block{Limits: Limits{ToolIterations: 2, MaxDetailedCandidates: 1, MaxSkills: 1}},
	}
	m := &script{answers: map[string]pipeline.Response{
		"turn-1/main-1":    asks("", "clock"),
		"turn-1/main-2":    says("The clock is broken."),
		"turn-2/router":    says(`{"action":"new_task","short_title":"Timetable"}`),
		"turn-2/main-1":    asks("I look at the clock.", "clock"),
		"turn-2/main-2":    asks("I look once more.", "clock"),
		"turn-2/finalizer": says("A timetable without times."),
		"turn-3/router":    says(`{"action":"continue_task"}`),
		"turn-3/main-1":    asks("", "clock"),
		"turn-3/main-2":    asks("", "clock", "clock"),
		"turn-3/finalizer": says("Trains go in the morning."),
		"turn-4/main-1":    asks("One moment.", "clock"),
		"turn-4/main-2":    asks(" ", "clock"),
		"turn-5/main-1":    asks("", "clock"),
		"turn-5/main-2":    asks("", "clock"),
		"turn-6/router":    says(`{"action":"revise_task"}`),
		"turn-6/main-1":    says("Trains go in the evening."),
		"turn-7/router":    says(`{"action":"continue_task"}`),
		"turn-8/router":    says(`{"action":"close_task"}`),
		"turn-9/router":    says(`{"action":"continue_task"}`),
		"turn-10/router":   says(`{"action":"revise_task"}`),
	}}
	return c, m, users("时间?", "Write a timetable of trains.", "For trains.", "And the times of the trains?", "Now?",
		"In the evening.", "More.", "Done.", "Next one.", "Better.", "Thanks.")
}

// failsTheAttempt lists the calls of the story whose fallback ends an attempt as failed, while others follow on the
// same Task: its history then says so, which no answer can equal. A broken call in a Task's last attempt has no effect
// on any request, but the call cannot know that.
var failsTheAttempt = []string{
	"turn-2/main-1", "turn-2/main-2", "turn-3/main-1", "turn-3/main-2", "turn-3/finalizer", "turn-6/main-1",
	"turn-7/main-1", "turn-9/main-1", "turn-10/main-1",
}

// teamStory is a Task with three attempts and a second one that is accepted; all but the revision have a team. In the
// first one node a has skills and uses a tool, b depends on it and works by guidance, c is over its budget, d depends
// on both. Whichever routers fail, there is a Task to reject and one to accept.
func teamStory() (pipeline.Case, *script, []pipeline.Input) {
	c, _, _ := story()
	c.Library = "team story"
	team := says(teamAnswer(strategyDAG, nodes("a b<a c d<b,c")))
	m := &script{answers: map[string]pipeline.Response{
		"turn-1/router":          says(`{"action":"new_task","short_title":"Timetable"}`),
		"turn-1/planner":         team,
		"turn-1/node:a/resolver": says(`["tables","trains"]`),
		"turn-1/node:a/main-1":   asks("", "clock"),
		"turn-1/node:a/main-2":   says("The clock is broken."),
		"turn-1/node:b/guidance": says(
			`{"guidance_name":"times","description":"Of times.","content":"Count the hours."}`),
		"turn-1/node:c/resolver":  says(`["times"]`),
		"turn-1/node:c/main-1":    asks("I look at the clock.", "clock"),
		"turn-1/node:c/main-2":    asks("", "clock"),
		"turn-1/node:c/finalizer": says("No time was found."),
		"turn-1/node:d/main-1":    asks("", "clock"),
		"turn-1/node:d/main-2":    asks("", "clock"),
		"turn-1/node:d/finalizer": says("A table without times."),
		"turn-1/main-1":           asks("I ask for the time.", "clock"),
		"turn-1/main-2":           asks("", "clock"),
		"turn-1/finalizer":        says("A timetable without times."),
		"turn-2/router":           says(`{"action":"continue_task"}`),
		"turn-2/planner":          says(teamAnswer(strategySequence, nodes("a b"))),
		"turn-4/router":           says(`{"action":"new_task"}`),
		"turn-4/planner":          says(teamAnswer(strategyParallel, nodes("a b"))),
		"turn-5/draft": says(
			`{"frontmatter":{"description":"Timetables","tools":[]},"content":"Look at the clock."}`),
	}}
	turns := users("Write a timetable of trains and times.", "And the times?", "Again.", "A table of trains.",
		"Thanks.")
	turns[2].Acceptance, turns[4].Acceptance = pipeline.Rejected, pipeline.Accepted
	return c, m, turns
}

// failsANode lists the calls of the team's story whose fallback ends a node or an attempt, which no answer can equal.
// In a chat the user reads the fixed sentence, so any other call has an equivalent answer.
var failsANode = []string{
	"turn-1/node:a/main-1", "turn-1/node:a/main-2", "turn-1/node:b/main-1", "turn-1/node:c/main-1",
	"turn-1/node:c/main-2",
	"turn-1/node:d/main-1", "turn-1/node:d/main-2", "turn-1/node:d/finalizer", "turn-1/main-1", "turn-1/main-2",
	"turn-2/node:a/main-1", "turn-2/node:b/main-1", "turn-2/main-1", "turn-3/main-1", "turn-4/node:a/main-1",
	"turn-4/node:b/main-1", "turn-4/main-1",
}

// After a fault, everything else continues as if the model had given the request's declared answer. Fallback and
// declaration are written separately, so each tests the other. Short tests break only the first call of a stage in
// every way, and the others in two.
func TestDeclared_FB1_FB2_FB3_A6_P5_K5_E4_D3_L4(t *testing.T) {
	for _, s := range stories {
		t.Run(s.name, func(t *testing.T) { s.breakEachCall(t) })
	}
}

func (s told) breakEachCall(t *testing.T) {
	c, m, turns := s.begin()
	intended, _ := converse(t, c, m, turns)
	// nodes are concurrent
	slices.SortFunc(m.kept, func(a, b pipeline.Request) int { return strings.Compare(a.Path, b.Path) })
	for _, stage := range s.stages {
		if !slices.ContainsFunc(m.kept, func(r pipeline.Request) bool { return r.Stage == stage }) {
			t.Errorf("the story has no call of %s", stage)
		}
	}
	seen := map[string]bool{}
	for _, call := range m.kept {
		for _, with := range badAt(call.Stage) {
			again := seen[call.Stage] && with.reason != pipeline.Timeout && with.reason != pipeline.Empty
			if again && (s.sparse || testing.Short()) {
				continue
			}
			t.Run(call.Path+" "+string(with.reason)+" "+with.text, func(t *testing.T) {
				f := fault{told: s, call: call, with: with}
				f.run(t)
				f.checkReport(t, intended)
				f.checkDeclared(t)
			})
		}
		seen[call.Stage] = true
	}
}

// badAt returns the answers that a stage cannot use: for the stages that answer the user, any text is usable.
func badAt(stage string) []bad {
	if stage == stagePlanner {
		return append(slices.Clone(badAnswers), bad{reasonInvalidGraph, teamAnswer(strategyDAG, nodes("a b<b"))})
	}
	return slices.DeleteFunc(slices.Clone(badAnswers), func(b bad) bool {
		switch stage {
		case stageRouter, stageGuidance, stageDraft:
			return false
		case stageResolver, stageShortlist, stageFinal:
			return b.reason == pipeline.Schema && strings.HasPrefix(b.text, "[") // invalid names
		}
		return b.reason == pipeline.Malformed || b.reason == pipeline.Schema
	})
}

// fault is one call of the story, broken in one way.
type fault struct {
	told
	call pipeline.Request
	with bad

	root     *pipeline.Runtime
	requests []pipeline.Request
	outcomes []pipeline.Outcome
}

func (f *fault) run(t *testing.T) {
	c, m, turns := f.begin()
	f.root, f.outcomes = converse(t, c, &broken{Model: m, at: f.call.Path, with: f.with}, turns)
	f.requests = m.kept
}

// checkReport requires exactly one fallback more than in the intended run: at this call, for this reason. A main agent
// that fails early needs no finalizer, so the budget of that turn may be missing.
func (f *fault) checkReport(t *testing.T, intended *pipeline.Runtime) {
	want := pipeline.Fallback{Stage: f.call.Stage, Reason: f.with.reason, Tries: 1}
	if f.call.Stage == stageRouter && (f.with.reason == pipeline.Timeout || f.with.reason == pipeline.Transport) {
		want.Tries = 2
	}
	var got []pipeline.Fallback
	for _, e := range f.root.Log() {
		if e.Kind == pipeline.EntryFallback && base(e.Path) == f.call.Path {
			got = append(got, *e.Fallback)
		}
	}
	if d := cmp.Diff([]pipeline.Fallback{want}, got, cmpopts.IgnoreFields(pipeline.Fallback{}, "Detail")); d != "" {
		t.Errorf("fallbacks at the call (-want +got):\n%s", d)
	}
	if n := len(fallbacks(intended)); len(fallbacks(f.root)) > n+1 {
		t.Errorf("%d fallbacks, %d without the fault", len(fallbacks(f.root)), n)
	}
}

// checkDeclared compares the faulted run with one in which the last request got its declared answer.
func (f *fault) checkDeclared(t *testing.T) {
	c, m, turns := f.begin()
	b := &broken{Model: m, at: f.call.Path, with: f.with, declare: f.lastAsk()}
	root, outcomes := converse(t, c, b, turns)
	if wantWords := slices.Contains(f.words, f.call.Path); wantWords {
		if b.declared.Answer != nil || b.declared.Then == "" {
			t.Errorf("declared: %+v, want words: the failed attempt enters the Task's history, the failed node what "+
				"follows it", b.declared)
		}
		return
	}
	if b.declared.Answer == nil {
		t.Fatalf("declared: %+v, want an answer", b.declared)
	}
	for _, e := range root.Log() {
		if e.Kind == pipeline.EntryFallback && base(e.Path) == f.call.Path {
			t.Errorf("the declared answer makes a fallback itself: %+v", e.Fallback)
		}
	}
	want, got := others(m.kept, f.call.Path), others(f.requests, f.call.Path)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("other requests (-declared +faulted):\n%s", d)
	}
	if d := cmp.Diff(replies(outcomes), replies(f.outcomes)); d != "" {
		t.Errorf("replies (-declared +faulted):\n%s", d)
	}
}

// lastAsk returns the path of the last request for the broken decision.
func (f *fault) lastAsk() string {
	last := f.call.Path
	for _, r := range f.requests {
		if base(r.Path) == f.call.Path {
			last = r.Path
		}
	}
	return last
}

// sent is the part of a request that reaches a model.
type sent struct {
	Path     string
	Messages []pipeline.Message
	Tools    []pipeline.Tool
}

// others returns the requests of a run without those for one decision, by path: nodes are concurrent.
func others(requests []pipeline.Request, at string) []sent {
	var all []sent
	for _, r := range requests {
		if base(r.Path) != at {
			all = append(all, sent{r.Path, r.Messages, r.Tools})
		}
	}
	slices.SortFunc(all, func(a, b sent) int { return strings.Compare(a.Path, b.Path) })
	return all
}

func replies(outcomes []pipeline.Outcome) []string {
	var all []string
	for _, o := range outcomes {
		for _, r := range o.Replies {
			all = append(all, r.Text)
		}
	}
	return all
}

// A broken call changes only calls that rest on it, which are deeper.
func TestFaults_OnlyDeeperCallsChange(t *testing.T) {
	for _, s := range stories {
		t.Run(s.name, func(t *testing.T) { s.changeDeeperCalls(t) })
	}
}

func (s told) changeDeeperCalls(t *testing.T) {
	c, m, turns := s.begin()
	intended, _ := converse(t, c, m, turns)
	depth := depths(intended)
	before := map[string]sent{}
	for _, r := range others(m.kept, "") {
		before[r.Path] = r
	}
	changed := 0
	for _, call := range m.kept {
		f := fault{told: s, call: call, with: bad{reason: pipeline.Timeout}}
		f.run(t)
		now := depths(f.root)
		for _, r := range others(f.requests, call.Path) {
			if cmp.Equal(before[r.Path], r) {
				continue
			}
			changed++
			if now[r.Path] <= depth[call.Path] {
				t.Errorf("%s (depth %d) changes with %s (depth %d)", r.Path, now[r.Path], call.Path, depth[call.Path])
			}
		}
	}
	if changed == 0 {
		t.Error("no fault has changed anything: the story shows nothing")
	}
}

// depths maps the calls of a run to the number of calls in a row that end with it.
func depths(root *pipeline.Runtime) map[string]int {
	all := map[string]int{}
	for _, e := range root.Log() {
		if e.Kind == pipeline.EntryCall {
			all[e.Path] = e.Depth
		}
	}
	return all
}
