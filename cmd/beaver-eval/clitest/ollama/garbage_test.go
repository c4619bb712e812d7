package ollama_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/reply"
	traces "github.com/beaver-eval/beaver-eval/suites/trace"
)

// tryGarbage lets a model of random weights answer each stage of each system, in a case named after it, of the suites
// SYSTEM-strict, SYSTEM-extract and SYSTEM-repair. No stage breaks: one that reads JSON or tags takes its declared
// fallback, and one that reads text takes the garbage unchanged.
func tryGarbage(t *testing.T, p *project) {
	seen := p.traced(t, 0, "run", "--model", "ollama:random", "--keep-scripted")
	for _, l := range seen.of("case") {
		if l.Status != "ok" {
			t.Errorf("%s/%s: %s: %v", l.Suite, l.Case, l.Status, l.Errors)
		}
	}
	t.Logf("%d live calls; fallbacks %v", seen.matches()["live"], seen.fallbacks())
	for _, system := range all(t) {
		for name, stage := range calling(system) {
			for _, policy := range []pipeline.Policy{pipeline.Strict, pipeline.Extract, pipeline.Mend} {
				seen.inCase(system.Name()+"-"+string(policy), name).wantSurvived(t, stage, policy)
			}
		}
		for _, l := range seen {
			if strings.HasPrefix(l.Suite, system.Name()+"-") {
				wantDeclared(t, l, stagesOf(system))
			}
		}
	}
	for _, c := range seen.of("call") {
		if c.Source == "ollama" {
			wantWhole(t, c)
		}
	}
}

// inCase returns the lines of a case.
func (all trace) inCase(suite, name string) trace {
	return slices.DeleteFunc(slices.Clone(all), func(l line) bool { return l.Suite != suite || l.Case != name })
}

// wantSurvived fails unless a stage got garbage in its case, and went on as declared. Garbage that the policy reads as
// JSON, which the server was made to write, may have any outcome.
func (all trace) wantSurvived(t *testing.T, stage pipeline.Stage, policy pipeline.Policy) {
	t.Helper()
	garbage, later, fallbacks := "", "", 0
	for _, l := range all {
		switch {
		case l.Kind == "call" && l.Stage == stage.Name && l.Source == "ollama" && l.Response != nil:
			garbage, later = strings.TrimSpace(l.Response.Content), ""
			fallbacks += len(l.Fallbacks)
		case garbage != "":
			later += l.text()
			for _, r := range l.Replies {
				later += r.Text
			}
		}
	}
	want := 1
	if stage.Reads == pipeline.ReadsText {
		want = 0
	}
	_, unread := reply.Read(policy, garbage)
	switch {
	case garbage == "":
		t.Errorf("%s: the stage got no answer from the server", stage.Name)
	case stage.Reads == pipeline.ReadsJSON && unread == nil:
	case fallbacks != want:
		t.Errorf("%s: %q leads to %d fallbacks, want %d", stage.Name, garbage, fallbacks, want)
	case stage.Reads == pipeline.ReadsText && !strings.Contains(later, garbage):
		t.Errorf("%s: the text %q is lost", stage.Name, garbage)
	}
}

// wantDeclared fails if a stage fell back for an undeclared reason.
func wantDeclared(t *testing.T, l line, stages map[string]pipeline.Stage) {
	t.Helper()
	for _, f := range l.Fallbacks {
		if !slices.Contains(stages[f.Stage].FallbackReasons(), pipeline.Reason(f.Reason)) {
			const words = "%s/%s/%s: %s falls back for %s, which is no reason of it"
			t.Errorf(words, l.Suite, l.Case, l.Path, f.Stage, f.Reason)
		}
	}
}

// control matches control tokens, which are not single bytes.
var control = regexp.MustCompile(`<\|[a-z]+\|>`)

// wantWhole fails if a server has cut a prompt. For the model of random weights each byte is a token, except control
// tokens, which it may have written itself.
func wantWhole(t *testing.T, c line) {
	t.Helper()
	if c.Response == nil {
		t.Errorf("%s/%s: %s, no answer", c.Case, c.Path, c.answered())
		return
	}
	least := len(control.ReplaceAllString(c.text(), "."))
	if c.Response.Usage.Prompt < least || slices.Contains(c.Marks, traces.MarkContextCut) {
		t.Errorf("%s/%s: the model has read %d of %d bytes %v", c.Case, c.Path, c.Response.Usage.Prompt, least, c.Marks)
	}
}
