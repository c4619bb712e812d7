package runner

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// A lineAlteration changes the request that a recorded line answers; it reports whether the line has such a part.
type lineAlteration struct {
	name  string
	apply func(l *model.Line) bool
}

// lineAlterations returns the alterations of requests that a model sees, and those of what is sent with the messages.
func lineAlterations() []lineAlteration {
	var all []lineAlteration
	for _, a := range alterations {
		if !a.silent {
			all = append(all, lineAlteration{a.name, func(l *model.Line) bool { return a.apply(l.Request) != "" }})
		}
	}
	always := func(change func(r *pipeline.Request)) func(*model.Line) bool {
		return func(l *model.Line) bool { change(l.Request); return true }
	}
	one, size := 0.5, 4097
	return append(all,
		lineAlteration{"minimum", alterMinimum},
		lineAlteration{"the deadline of a timeout", func(l *model.Line) bool {
			l.Request.Timeout += time.Second
			return l.Failure != nil && l.Failure.Reason == pipeline.Timeout
		}},
		lineAlteration{"temperature", always(func(r *pipeline.Request) { r.Options.Temperature = &one })},
		lineAlteration{"num_ctx", always(func(r *pipeline.Request) { r.Options.NumCtx = &size })},
		lineAlteration{"stop", always(func(r *pipeline.Request) { r.Options.Stop = []string{"altered"} })},
		lineAlteration{"think", always(func(r *pipeline.Request) { r.Think = "low" })},
		lineAlteration{"the model's name", always(func(r *pipeline.Request) { r.Model = "altered" })},
		lineAlteration{"the permission to cut", func(l *model.Line) bool { l.Cuts = true; return true }})
}

// alterMinimum alters nothing but one number in a tool's schema.
func alterMinimum(l *model.Line) bool {
	for i := range l.Request.Tools {
		schema := string(l.Request.Tools[i].Parameters)
		if altered := strings.Replace(schema, `"minimum":1`, `"minimum":2`, 1); altered != schema {
			l.Request.Tools[i].Parameters = json.RawMessage(altered)
			return true
		}
	}
	return false
}

// No answer to another request passes for a fresh one: for any alteration of any recorded request of any case, the call
// answered by it is stale, and no other call is.
func TestNoAnswerToAnotherRequestIsFresh(t *testing.T) {
	applied, kinds := map[string]int{}, lineAlterations()
	try := func(t *testing.T, s *project.Suite, c *fixtures.Case) {
		rec, _ := record(t, s, c)
		var asked []pipeline.Request
		for _, call := range finished(t, s, c, model.NewReplay(rec, 1, model.Nothing{})).trace().Calls() {
			asked = append(asked, call.Request)
		}
		for i := range rec.Lines {
			for n, alt := range kinds {
				altered := alteredAt(rec, i, alt, model.Digest)
				if altered == nil {
					continue
				}
				applied[alt.name]++
				checkAnswers(t, altered, asked, rec.Lines[i].Path, alt.name)
				byHand := alteredAt(rec, i, alt, func(pipeline.Request) string { return rec.Lines[i].Digest })
				checkAnswers(t, byHand, asked, rec.Lines[i].Path, alt.name+", by hand,")
				if (n+i)%6 == 0 { // some in a whole run, as read from a file
					altered = reread(t, altered)
					checkRun(t, altered, replayed(t, s, c, altered), rec.Lines[i].Path, alt.name)
				}
			}
		}
	}
	sampled(t, 35, try)
	s, c := withMinimumAndTimeout(t)
	t.Run("a minimum and a timeout", func(t *testing.T) { try(t, s, c) })
	for _, alt := range kinds {
		if applied[alt.name] == 0 {
			t.Errorf("%s: no recording has anything to alter", alt.name)
		}
	}
}

// alteredAt returns the recording with another request in one line, and with the digest of that; nil: there is nothing
// to alter.
func alteredAt(
	rec *model.Recording, i int, alt lineAlteration, digest func(pipeline.Request) string,
) *model.Recording {
	l := rec.Lines[i]
	req := *l.Request
	req.Messages, req.Tools = pipeline.CloneMessages(req.Messages), slices.Clone(req.Tools)
	l.Request = &req
	if !alt.apply(&l) {
		return nil
	}
	l.Digest = digest(req)
	if l.Cuts {
		l.At = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) // else the file does not contain it
	}
	lines := slices.Clone(rec.Lines)
	lines[i] = l
	return &model.Recording{Case: rec.Case, Lines: lines}
}

// checkAnswers replays all requests of the case: the call at path gets a stale answer, all others fresh ones.
func checkAnswers(t *testing.T, rec *model.Recording, asked []pipeline.Request, path, what string) {
	t.Helper()
	replay := model.NewReplay(rec, 1, model.Nothing{})
	for _, req := range asked {
		resp, _ := replay.Chat(t.Context(), req) // a recorded failure is an answer too
		if want := matchOf(req.Path, path); resp.Origin.Match != want && !saidElsewhere(rec, req, resp.Origin) {
			t.Errorf("%s in the recording of %s: the answer of %s is %s, want %s", what, path, req.Path,
				resp.Origin.Match, want)
		}
	}
}

// checkRun: a run of the case shows the same. Another line's answer to the same request may differ, so that the run
// takes another course.
func checkRun(t *testing.T, rec *model.Recording, run *trace.Trace, path, what string) {
	t.Helper()
	for _, call := range run.Calls() {
		if call.Path == path && saidElsewhere(rec, call.Request, call.Origin) {
			return
		}
	}
	for _, call := range run.Calls() {
		if want, got := matchOf(call.Path, path), call.Origin.Match; got != want {
			t.Errorf("%s in the recording of %s: the run says of %s that it is %s, want %s", what, path, call.Path, got,
				want)
		}
	}
}

func matchOf(path, altered string) pipeline.Match {
	if path == altered {
		return pipeline.MatchStale
	}
	return pipeline.MatchFresh
}

// saidElsewhere reports whether another line has this answer to exactly this request.
func saidElsewhere(rec *model.Recording, req pipeline.Request, o pipeline.Origin) bool {
	return o.Match == pipeline.MatchMoved && slices.ContainsFunc(rec.Lines, func(l model.Line) bool {
		return l.Path == o.From && l.Path != req.Path && l.Digest == model.Digest(req)
	})
}

// withMinimumAndTimeout returns a case whose tool has a schema with a minimum, and of which one call times out.
func withMinimumAndTimeout(t *testing.T) (*project.Suite, *fixtures.Case) {
	t.Helper()
	p, err := project.Open(fstest.MapFS{
		"suites/s.yaml": {Data: []byte("system: beaver\ndeadlines: {default: 2s}\n" +
			"options: {default: {num_ctx: 4096, seed: 1}}\nthink: {main: true}\nmodels: {default: m}\n")},
		"fixtures/conversations/a.yaml": {Data: []byte(`
tools:
  - name: count
    description: Counts
    parameters: {type: object, properties: {n: {type: integer, minimum: 1}}}
    results: [{content: "3"}]
turns:
  - user: Count the beavers
    answers:
      router: {action: simple_chat}
      main-1: {tool_calls: [{name: count, arguments: {n: 1}}]}
      main-2: Three.
  - user: And again
    answers: {router: {action: simple_chat}, main: {fail: timeout}}
`)},
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := project.Load(t.Context(), p, builtin(t), nil, "")
	if err != nil {
		t.Fatal(err)
	}
	var c *fixtures.Case
	err = loaded[0].Sources().Each(t.Context(), func(src fixtures.Source) error {
		c, err = src.Decode(systemNames(t))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return loaded[0], c
}
