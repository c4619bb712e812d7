package suites

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// grow adds so many characters to the last section of a request.
func grow(characters int) func(*pipeline.Request) string {
	return func(r *pipeline.Request) string {
		for i := len(r.Messages) - 1; i >= 0; i-- {
			if n := len(r.Messages[i].Sections); n > 0 {
				r.Messages[i].Sections[n-1].Text += strings.Repeat("word ", characters/5)
				return "grown"
			}
		}
		return ""
	}
}

// counts gives every answer of a recording the counts of a server.
func counts(rec *model.Recording) {
	for i := range rec.Lines {
		l := &rec.Lines[i]
		l.Response.Usage = pipeline.Usage{Prompt: EstimateRequest(*l.Request) + 50, Completion: 7}
	}
}

// sized is what is measured of one call of a case, and of its stage.
type sized struct{ prompt, stage, money, use float64 }

// sizesOf measures the cost of a case whose every token costs something, and the context use of each of its calls.
func sizesOf(t *Trace) map[string]sized {
	byStage := map[string]sized{}
	for _, s := range measureCost(nil, t, &Prices{Models: map[string]Price{defaultKey: {Prompt: 1, Output: 1}}}) {
		of := byStage[s.By]
		switch s.Metric {
		case "prompt_tokens":
			of.stage = s.Value
		case "money":
			of.money = s.Value
		}
		byStage[s.By] = of
	}
	limit := 1 << 20
	all := map[string]sized{}
	for _, c := range t.Calls() {
		of := byStage[c.Stage]
		alone := *c
		alone.Request.Options.NumCtx = &limit
		of.prompt, of.use = float64(c.Tokens.Prompt), measureContext(nil, &Trace{Steps: []Step{{Call: &alone}}})[0].Value
		all[c.Path] = of
	}
	return all
}

// A count holds for the prompt that it was made for. In every case each call's prompt grows in turn, under a recording
// that carries counts: its tokens grow and are estimated, and so do its stage's cost and the use of its context. No
// other call changes.
func TestGrownPromptsAreNotCounted(t *testing.T) {
	calls := 0
	eachCase(t, func(t *testing.T, s *Suite, c *fixtures.Case) {
		recording, golden := record(t, s, c)
		counts(recording)
		before := replayAltered(t, s, c, recording, &altering{})
		sizes := sizesOf(before)
		for _, call := range golden.file.Calls {
			calls++
			a := &altering{path: call.Path, apply: grow(4000)}
			after := replayAltered(t, s, c, recording, a)
			if a.part == "" {
				t.Fatalf("%s has no text that could grow", call.Path)
			}
			checkGrown(t, call.Path, before, after, sizes[call.Path])
		}
	})
	if calls < 300 {
		t.Errorf("only %d calls: are these the repository's?", calls)
	}
}

func checkGrown(t *testing.T, path string, before, after *Trace, was sized) {
	t.Helper()
	for i, c := range after.Calls() {
		old := before.Calls()[i]
		if c.Path != path {
			if d := cmp.Diff(old.Tokens, c.Tokens); d != "" {
				t.Errorf("%s grew, and %s has other tokens (-before +after):\n%s", path, c.Path, d)
			}
			continue
		}
		if c.Tokens.Prompt < old.Tokens.Prompt+900 || c.Tokens.Estimated < c.Tokens.Prompt || c.Usage().Prompt != 0 {
			t.Errorf("%s: %+v, before it grew %+v", path, c.Tokens, old.Tokens)
		}
	}
	is := sizesOf(after)[path]
	if is.prompt <= was.prompt || is.stage <= was.stage || is.money <= was.money || is.use <= was.use {
		t.Errorf("%s: tokens, stage, money, context use %v, before it grew %v", path, is, was)
	}
}

// Who counted what, by where the answer comes from.
func TestWhatACountHoldsFor(t *testing.T) {
	server := pipeline.SourceOllama
	for _, tt := range []struct {
		name   string
		origin pipeline.Origin
		want   Tokens
		cut    bool // the context is said to be full
	}{
		{"fresh", pipeline.Origin{Source: server, Match: pipeline.MatchFresh}, Tokens{Prompt: 1000, Output: 70}, true},
		{"moved", pipeline.Origin{Source: server, Match: pipeline.MatchMoved}, Tokens{Prompt: 1000, Output: 70}, true},
		{"stale", pipeline.Origin{Source: server, Match: pipeline.MatchStale}, Tokens{Prompt: 2, Output: 70, Estimated: 2}, false},
		{"carried", pipeline.Origin{Source: server, Match: pipeline.MatchFresh, Carried: true}, Tokens{Prompt: 2, Output: 70, Estimated: 2}, false},
		{"moved and carried", pipeline.Origin{Source: server, Match: pipeline.MatchMoved, Carried: true}, Tokens{Prompt: 2, Output: 70, Estimated: 2}, false},
		{"imported", pipeline.Origin{Source: pipeline.SourceImported, Match: pipeline.MatchFresh}, Tokens{Prompt: 2, Output: 70, Estimated: 2}, false},
		{"scripted", pipeline.Origin{Source: pipeline.SourceScripted}, Tokens{Prompt: 2, Output: 70, Estimated: 2}, true},
	} {
		limit := 1000
		req := pipeline.Request{Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Text", "eight...")}, Options: pipeline.Options{NumCtx: &limit}}
		resp := pipeline.Response{Content: "Hi.", Usage: pipeline.Usage{Prompt: 1000, Completion: 70}, Duration: millis(5), Origin: tt.origin}
		c := newCall(pipeline.Entry{Path: "turn-1/main"}, model.Exchange{Request: req, Response: resp})
		if d := cmp.Diff(tt.want, c.Tokens); d != "" || c.Estimates != (Estimates{Prompt: 2, Output: 1}) {
			t.Errorf("%s: estimates %+v, tokens (-want +got):\n%s", tt.name, c.Estimates, d)
		}
		if cut := len(c.Marks) > 0; cut != tt.cut {
			t.Errorf("%s: the context is full: %v", tt.name, cut)
		}
		if measured := c.Took() > 0; measured != (tt.want.Estimated == 0) {
			t.Errorf("%s: took %v", tt.name, c.Took())
		}
	}
}

// Growth compares counts with counts and estimates with estimates; where it can do neither, nothing is compared.
func TestGrowthComparesLikeWithLike(t *testing.T) {
	sizes := map[string]CallSize{
		"counted":   {Tokens: 200, Counted: true, Estimate: 100},
		"estimated": {Tokens: 100, Estimate: 100},
		"older":     {Tokens: 200, Counted: true}, // by a program that did not keep estimates
	}
	counted := pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchFresh}
	for _, tt := range []struct {
		before string
		now    pipeline.Origin
		want   string
	}{
		{"counted", counted, "s/c/turn-1/main: 220 tokens, 200 before"},
		{"counted", pipeline.Origin{Source: pipeline.SourceScripted}, "s/c/turn-1/main: 150 tokens, 100 before"},
		{"estimated", counted, "s/c/turn-1/main: 150 tokens, 100 before"},
		{"older", counted, "s/c/turn-1/main: 220 tokens, 200 before"},
		{"older", pipeline.Origin{Source: pipeline.SourceScripted}, "unmeasured: one run has counted the prompt, the other has not, and the baseline has no estimate of it"},
	} {
		base := NewCallSizes(1)
		base.Add("s", "c", "turn-1/main", sizes[tt.before])
		base.Sort()
		c := &Call{Path: "turn-1/main", Stage: "main", Origin: tt.now, Tokens: Tokens{Prompt: 220}, Estimates: Estimates{Prompt: 150}}
		c.Response.Usage.Prompt = 220
		tally := NewTally(base)
		tally.Add(&Result{Suite: "s", Case: "c", Trace: &Trace{Steps: []Step{{Entry: pipeline.Entry{Kind: pipeline.EntryCall}, Call: c}}}})
		total := NewTally(base)
		total.Merge(NewTally(base))
		total.Merge(tally)
		for _, name := range []string{"tokens.growth", "tokens.growth[main]", "tokens.growth[call]"} {
			m := measureNamed(t, tally.Measures(), name)
			if sum := measureNamed(t, total.Measures(), name); sum.Unmeasured != m.Unmeasured || sum.Scores != m.Scores || sum.lost != m.lost {
				t.Errorf("%s, %s now %+v: merged %+v, want %+v", name, tt.before, tt.now, sum, m)
			}
			got := m.high.at + ": " + m.high.reason
			if m.Unmeasured > 0 {
				got = "unmeasured: " + m.lost.reason
			}
			if got != tt.want {
				t.Errorf("%s, %s now %+v: %s, want %s", name, tt.before, tt.now, got, tt.want)
			}
		}
	}
}
