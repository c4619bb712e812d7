package ollama_test

import (
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// A model of random weights answers each stage, in a case that is named after it. No stage breaks: one that reads JSON
// takes its fallback, with strict reading, with extraction and with repair; one that reads text takes the garbage as
// it is.
func tryGarbage(t *testing.T, p *project) {
	all := p.traced(t, 0, "run", "--model", "ollama:random", "--keep-scripted")
	for _, l := range all.of("case") {
		if l.Status != "ok" {
			t.Errorf("%s/%s: %s: %v", l.Suite, l.Case, l.Status, l.Errors)
		}
	}
	t.Logf("%d live calls; fallbacks %v", all.matches()["live"], all.fallbacks())
	for name, stage := range calling(t) {
		for _, suite := range []string{"strict", "extract", "repair"} {
			wantSurvived(t, all, suite, name, stage.Reads)
		}
	}
	for _, c := range all.of("call") {
		if c.Source == "ollama" {
			wantWhole(t, c)
		}
	}
}

// wantSurvived fails unless a stage has met garbage in its case, and has gone on in its own way.
func wantSurvived(t *testing.T, all trace, suite, stage string, reads pipeline.Reads) {
	t.Helper()
	garbage := ""
	later := ""
	for _, l := range all {
		switch {
		case l.Suite != suite || l.Case != stage:
		case l.Kind == "call" && l.Stage == stage && l.Source == "ollama" && l.Response != nil:
			garbage = strings.TrimSpace(l.Response.Content)
			fell := len(l.Fallbacks) == 1 && l.Fallbacks[0].Stage == stage
			if fell != (reads == pipeline.ReadsJSON) {
				t.Errorf("%s/%s: %q leads to the fallbacks %v", suite, stage, garbage, l.Fallbacks)
			}
		case garbage != "":
			later += l.text()
			for _, r := range l.Replies {
				later += r.Text
			}
		}
	}
	switch {
	case garbage == "":
		t.Errorf("%s/%s: the stage got no answer from the server", suite, stage)
	case reads == pipeline.ReadsText && !strings.Contains(later, garbage):
		t.Errorf("%s/%s: the text %q is lost", suite, stage, garbage)
	}
}

// wantWhole fails when a server has cut a prompt. To the model of random weights each byte is a token.
func wantWhole(t *testing.T, c line) {
	t.Helper()
	switch {
	case c.Response == nil:
		t.Errorf("%s/%s: %s, no answer", c.Case, c.Path, c.answered())
	case c.Response.Usage.Prompt < len(c.text()) || len(c.Marks) > 0:
		t.Errorf("%s/%s: the model has read %d of %d bytes %v", c.Case, c.Path, c.Response.Usage.Prompt,
			len(c.text()), c.Marks)
	}
}
